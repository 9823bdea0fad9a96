<#-- SPDX-License-Identifier: Apache-2.0 -->

boolean IfNotExistsOpt() :
{
}
{
    LOOKAHEAD(3)
    <IF> <NOT> <EXISTS> { return true; }
|
    { return false; }
}

boolean IfExistsOpt() :
{
}
{
    LOOKAHEAD(2)
    <IF> <EXISTS> { return true; }
|
    { return false; }
}

SqlCreate CreateSchemaStatement(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    SqlLiteral comment = null;
    List<SqlProperty> properties = Collections.<SqlProperty>emptyList();
}
{
    <SCHEMA> {
        if (replace) {
            throw DdlSyntaxError.at(s.end(this),
                "CREATE OR REPLACE SCHEMA is not possible: use CREATE SCHEMA IF NOT EXISTS");
        }
    }
    ifNotExists = IfNotExistsOpt()
    name = CompoundTableIdentifier()
    [ <COMMENT> comment = DdlText() ]
    [ <WITH> properties = PropertyList() ]
    {
        return new SqlCreateSchema(s.end(this), ifNotExists, name, comment, properties);
    }
}

SqlCreate CreateTableStatement(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final SqlIdentifier name;
    final SqlNode query;
    final TableDefinition definition = new TableDefinition();
}
{
    <TABLE>
    ifNotExists = IfNotExistsOpt() {
        if (replace && ifNotExists) {
            throw DdlSyntaxError.at(s.end(this),
                "OR REPLACE and IF NOT EXISTS contradict each other: leave one");
        }
    }
    name = CompoundTableIdentifier()
    [ TableElements(definition) ]
    ( TableClause(definition) )*
    [
        <AS> query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY) { definition.query(query); }
    ]
    {
        final SqlParserPos pos = s.end(this);
        definition.check(pos);
        return new SqlCreateTable(pos, replace, ifNotExists, name, definition);
    }
}

void TableElements(TableDefinition definition) :
{
}
{
    <LPAREN>
    TableElement(definition)
    ( <COMMA> TableElement(definition) )*
    <RPAREN>
}

void TableElement(TableDefinition definition) :
{
    final Span s;
    final List<SqlNode> names = new ArrayList<SqlNode>();
}
{
    <PRIMARY> { s = span(); }
    <KEY> <LPAREN> AddSimpleIdentifiers(names) <RPAREN> <NOT> <ENFORCED>
    {
        final List<SqlIdentifier> key = new ArrayList<SqlIdentifier>();
        for (SqlNode name : names) {
            key.add((SqlIdentifier) name);
        }
        definition.primaryKey(s.end(this), key);
    }
|
    ColumnDefinition(definition)
}

void ColumnDefinition(TableDefinition definition) :
{
    final SqlIdentifier name;
    final SqlDataTypeSpec type;
    Boolean nullable = null;
    SqlNode defaultValue = null;
    SqlLiteral comment = null;
}
{
    name = SimpleIdentifier()
    type = DataType()
    [
        <NULL> { nullable = Boolean.TRUE; }
    |
        <NOT> <NULL> { nullable = Boolean.FALSE; }
    ]
    [
        <DEFAULT_> defaultValue = Expression(ExprContext.ACCEPT_NON_QUERY)
        [
            <NOT> <NULL> {
                if (nullable != null) {
                    throw DdlSyntaxError.at(getPos(),
                        "NULL or NOT NULL is given twice: leave one");
                }
                nullable = Boolean.FALSE;
            }
        ]
    ]
    [ <COMMENT> comment = DdlText() ]
    {
        definition.addColumn(
            new SqlColumnDefinition(Span.of(name).end(this), name,
                type.withNullable(nullable == null || nullable), defaultValue, comment));
    }
}

void TableClause(TableDefinition definition) :
{
    final Span s;
    final SqlLiteral text;
    final List<SqlPartitionField> partitioning;
    final List<SqlSortField> ordering;
    final List<SqlProperty> properties;
}
{
    <PARTITIONED> { s = span(); } <BY> partitioning = PartitionFieldList() {
        definition.partitioning(s.pos(), partitioning);
    }
|
    <ORDERED> { s = span(); } <BY> ordering = SortFieldList() {
        definition.ordering(s.pos(), ordering);
    }
|
    <LOCATION> { s = span(); } text = DdlText() {
        definition.location(s.pos(), text);
    }
|
    <COMMENT> { s = span(); } text = DdlText() {
        definition.comment(s.pos(), text);
    }
|
    <WITH> { s = span(); } properties = PropertyList() {
        definition.properties(s.pos(), properties);
    }
}

List<SqlPartitionField> PartitionFieldList() :
{
    final List<SqlPartitionField> list = new ArrayList<SqlPartitionField>();
    SqlPartitionField field;
}
{
    <LPAREN>
    field = PartitionField() { list.add(field); }
    ( <COMMA> field = PartitionField() { list.add(field); } )*
    <RPAREN>
    { return list; }
}

/**
 * A production of its own, since YEAR, MONTH, DAY, HOUR and TRUNCATE are reserved words that no
 * function call in an expression may begin with.
 */
SqlPartitionField PartitionField() :
{
    final Span s;
    final String transform;
    Integer width = null;
    final SqlIdentifier column;
}
{
    LOOKAHEAD(2)
    transform = TransformName() { s = span(); }
    <LPAREN>
    [ width = UnsignedIntLiteral() <COMMA> ]
    column = CompoundTableIdentifier()
    <RPAREN>
    { return SqlPartitionField.of(s.end(this), transform, width, column); }
|
    column = CompoundTableIdentifier()
    { return SqlPartitionField.identity(column); }
}

String TransformName() :
{
    final SqlIdentifier name;
}
{
    ( <YEAR> | <MONTH> | <DAY> | <HOUR> | <TRUNCATE> | <IDENTITY> ) { return token.image; }
|
    name = SimpleIdentifier() { return name.getSimple(); }
}

List<SqlSortField> SortFieldList() :
{
    final List<SqlSortField> list = new ArrayList<SqlSortField>();
    SqlSortField field;
}
{
    <LPAREN>
    field = SortField() { list.add(field); }
    ( <COMMA> field = SortField() { list.add(field); } )*
    <RPAREN>
    { return list; }
}

SqlSortField SortField() :
{
    final SqlIdentifier column;
    boolean descending = false;
    Boolean nullsFirst = null;
}
{
    column = CompoundTableIdentifier()
    [ <ASC> | <DESC> { descending = true; } ]
    [
        <NULLS>
        (
            <FIRST> { nullsFirst = Boolean.TRUE; }
        |
            <LAST> { nullsFirst = Boolean.FALSE; }
        )
    ]
    { return new SqlSortField(Span.of(column).end(this), column, descending, nullsFirst); }
}

List<SqlProperty> PropertyList() :
{
    final List<SqlProperty> list = new ArrayList<SqlProperty>();
    SqlProperty property;
}
{
    <LPAREN>
    property = Property() { list.add(property); }
    ( <COMMA> property = Property() { list.add(property); } )*
    <RPAREN>
    {
        TableDefinition.checkKeys(list);
        return list;
    }
}

SqlProperty Property() :
{
    final SqlLiteral key;
    final SqlLiteral value;
}
{
    key = DdlText() <EQ> value = DdlText()
    { return new SqlProperty(Span.of(key, value).pos(), key, value); }
}

/**
 * A string constant in any of the literal forms, as a literal without a character set prefix, so
 * that equal texts are equal nodes however they were written.
 */
SqlLiteral DdlText() :
{
    final SqlNode node;
}
{
    node = StringLiteral() {
        if (!(node instanceof SqlCharStringLiteral)) {
            throw DdlSyntaxError.at(node.getParserPosition(),
                "Expected one string literal such as 'text'");
        }
        return SqlLiteral.createCharString(
            ((SqlCharStringLiteral) node).getValueAs(String.class), node.getParserPosition());
    }
}

SqlDrop DropSchemaStatement(Span s, boolean replace) :
{
    final boolean ifExists;
    final SqlIdentifier name;
}
{
    <SCHEMA>
    ifExists = IfExistsOpt()
    name = CompoundTableIdentifier()
    [ <RESTRICT> ]
    { return new SqlDropSchema(s.end(this), ifExists, name); }
}

SqlDrop DropTableStatement(Span s, boolean replace) :
{
    final boolean ifExists;
    final SqlIdentifier name;
    boolean purge = false;
}
{
    <TABLE>
    ifExists = IfExistsOpt()
    name = CompoundTableIdentifier()
    [ <PURGE> { purge = true; } ]
    { return new SqlDropTable(s.end(this), ifExists, name, purge); }
}

SqlTruncate TruncateTableStatement(Span s) :
{
    final SqlIdentifier name;
}
{
    <TABLE>
    name = CompoundTableIdentifier()
    { return new SqlTruncateTable(s.end(this), name); }
}

/** DATEDIFF(unit, from, to), which is TIMESTAMPDIFF. */
SqlCall DatediffCall() :
{
    final Span s;
    final SqlIntervalQualifier unit;
    final List<SqlNode> operands = new ArrayList<SqlNode>();
}
{
    <DATEDIFF> { s = span(); }
    <LPAREN>
    unit = TimeUnitOrName() { operands.add(unit); }
    <COMMA>
    AddExpression(operands, ExprContext.ACCEPT_SUB_QUERY)
    <COMMA>
    AddExpression(operands, ExprContext.ACCEPT_SUB_QUERY)
    <RPAREN> { return SqlStdOperatorTable.TIMESTAMP_DIFF.createCall(s.end(this), operands); }
}

/** Names of types that Calcite does not know, each for one that it does. */
SqlTypeNameSpec TypeNameSynonym() :
{
    final Span s;
    int precision = -1;
}
{
    <STRING> {
        return new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, getPos());
    }
|
    <TIMESTAMPTZ> { s = span(); }
    precision = PrecisionOpt()
    {
        return new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE,
            precision < 0 ? 6 : precision, s.end(this));
    }
}
