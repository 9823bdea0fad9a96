/* SPDX-License-Identifier: Apache-2.0 */
package io.moraine.e2e;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between the modules, as ARCHITECTURE.md draws them. */
@AnalyzeClasses(packages = "io.moraine", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  private static final String RULES = "io.moraine.rules..";
  private static final String PARSER = "io.moraine.parser..";
  private static final String ADAPTER = "io.moraine.adapter..";
  private static final String WIRE = "io.moraine.adapter.wire";
  private static final String LAUNCHER = "io.moraine.launcher..";

  @ArchTest
  static final ArchRule rulesDependOnNothingOfOurs =
      noClasses()
          .that()
          .resideInAPackage(RULES)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(PARSER, ADAPTER, LAUNCHER)
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule rulesDoNoInputOrOutput =
      noClasses()
          .that()
          .resideInAPackage(RULES)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.nio.file..",
              "java.nio.channels..",
              "java.net..",
              "org.apache.arrow..",
              "org.apache.parquet..",
              "org.apache.avro..",
              "org.apache.hadoop..",
              "org.apache.iceberg.catalog..",
              "org.apache.iceberg.data..",
              "org.apache.iceberg.io..",
              "org.duckdb..")
          .orShould()
          .dependOnClassesThat()
          .haveNameMatching("java\\.io\\.(File|RandomAccessFile|FileReader|FileWriter).*")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule parserDependsOnCalciteAlone =
      classes()
          .that()
          .resideInAPackage(PARSER)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              PARSER,
              "java..",
              "org.apache.calcite..",
              "com.google.common..",
              "org.checkerframework..",
              "org.slf4j..",
              "org.jspecify..",
              "")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule adapterDoesNotKnowTheLauncher =
      noClasses()
          .that()
          .resideInAPackage(ADAPTER)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(LAUNCHER)
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule launcherReachesTheAdapterThroughJdbcAndWireOnly =
      noClasses()
          .that()
          .resideInAPackage(LAUNCHER)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      RULES,
                      PARSER,
                      ADAPTER,
                      "org.apache.iceberg..",
                      "org.apache.arrow..",
                      "org.apache.parquet..",
                      "org.duckdb..",
                      "org.apache.calcite.rel..",
                      "org.apache.calcite.sql..")
                  .and(not(resideInAPackage(WIRE))))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule packagesOfAModuleFormNoCycle =
      slices().matching("io.moraine.(*).(*)..").should().beFreeOfCycles().allowEmptyShould(true);

  @ArchTest
  static void everythingIsInAPackageOfOurs(JavaClasses all) {
    classes().should().resideInAPackage("io.moraine..").allowEmptyShould(true).check(all);
  }
}
