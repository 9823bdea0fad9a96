-- What a process plans and runs by itself before its users' statements.

CREATE SCHEMA warm.up;

SET schema = 'warm.up';

SET planCache = false;

CREATE TABLE customers (id BIGINT NOT NULL, name VARCHAR, country VARCHAR, phone VARCHAR, balance DECIMAL(12, 2));

CREATE TABLE orders (id BIGINT NOT NULL, customer BIGINT, state VARCHAR, total DECIMAL(12, 2), placed DATE, noted TIMESTAMP(6), note VARCHAR);

CREATE TABLE items (
  order_id BIGINT NOT NULL, product BIGINT, kind VARCHAR, quantity INTEGER, amount DECIMAL(12, 2), discount DECIMAL(12, 2),
  tax DECIMAL(12, 2), shipped DATE, promised DATE
);

CREATE TABLE products (id INTEGER NOT NULL, label VARCHAR, brand VARCHAR, size INTEGER, packed TIMESTAMP(6) WITH LOCAL TIME ZONE, weight DOUBLE);

INSERT INTO customers VALUES (1, 'Ada', 'DE', '13-555', 900.00), (2, 'Eve', 'FR', '31-555', 20.00), (3, NULL, NULL, NULL, NULL);

INSERT INTO orders VALUES
  (1, 1, 'F', 150.00, DATE '2024-02-03', TIMESTAMP '2024-02-03 10:11:12.131415', 'urgent'),
  (2, 2, 'O', 70.25, DATE '2023-02-03', TIMESTAMP '2024-05-06 10:11:12', NULL);

INSERT INTO items VALUES
  (1, 1, 'A', 5, 100.00, 0.06, 0.02, DATE '2024-02-10', DATE '2024-02-05'),
  (2, 1, 'R', 1, 50.00, 0.01, 0.02, DATE '2024-03-10', DATE '2024-03-15');

INSERT INTO products VALUES
  (1, 'PROMO steel', 'B#1', 3, CAST('2024-01-01 00:00:00' AS TIMESTAMP(6) WITH LOCAL TIME ZONE), 1.5E0);

SELECT c.id, c.name, SUM(o.total) AS spent, COUNT(*) AS orders, AVG(o.total) AS average
FROM customers c JOIN orders o ON o.customer = c.id
WHERE o.placed >= DATE '2024-01-01' AND o.placed < DATE '2024-01-01' + INTERVAL '3' MONTH AND c.country IN ('DE', 'FR', 'PL')
GROUP BY c.id, c.name
HAVING SUM(o.total) > 100.00
ORDER BY spent DESC, c.id
LIMIT 10;

SELECT l.kind, SUM(l.amount * (1 - l.discount)) AS net, SUM(l.amount * (1 - l.discount) * (1 + l.tax)) AS gross,
  MIN(l.shipped), MAX(l.shipped), COUNT(DISTINCT l.product)
FROM items l
WHERE l.shipped <= DATE '2024-12-01' - INTERVAL '90' DAY AND l.discount BETWEEN 0.05 AND 0.07
GROUP BY l.kind
ORDER BY l.kind;

SELECT c.name, p.label, o.placed, l.amount
FROM customers c, orders o, items l, products p
WHERE c.id = o.customer AND o.id = l.order_id AND l.product = p.id AND p.label LIKE '%steel%' AND c.balance > 0.00
  AND l.amount = (SELECT MIN(m.amount) FROM items m, orders n WHERE m.order_id = n.id AND m.product = p.id AND n.state = 'F')
ORDER BY l.amount DESC, c.name, p.label
LIMIT 100;

WITH monthly AS (
  SELECT EXTRACT(YEAR FROM o.placed) AS y, EXTRACT(MONTH FROM o.placed) AS m, SUM(o.total) AS total
  FROM orders o
  GROUP BY EXTRACT(YEAR FROM o.placed), EXTRACT(MONTH FROM o.placed)
)
SELECT a.y, a.m, a.total, a.total / b.total AS ratio
FROM monthly a JOIN monthly b ON a.y = b.y + 1 AND a.m = b.m
WHERE a.total = (SELECT MAX(total) FROM monthly)
ORDER BY a.y, a.m;

SELECT o.state, COUNT(*) AS orders
FROM orders o
WHERE EXISTS (SELECT * FROM items l WHERE l.order_id = o.id AND l.promised < l.shipped)
  AND NOT EXISTS (SELECT * FROM items l WHERE l.order_id = o.id AND l.kind = 'R' AND l.product <> 7)
GROUP BY o.state
ORDER BY o.state;

SELECT SUBSTRING(c.phone FROM 1 FOR 2) AS code, COUNT(*) AS n, SUM(c.balance) AS total
FROM customers c
WHERE SUBSTRING(c.phone FROM 1 FOR 2) IN ('13', '31', '23')
  AND c.balance > (SELECT AVG(d.balance) FROM customers d WHERE d.balance > 0.00)
  AND c.id NOT IN (SELECT o.customer FROM orders o)
GROUP BY SUBSTRING(c.phone FROM 1 FOR 2)
ORDER BY code;

SELECT p.brand,
  SUM(CASE WHEN p.label LIKE 'PROMO%' THEN l.amount * (1 - l.discount) ELSE 0 END) / SUM(l.amount * (1 - l.discount)) * 100.00 AS share,
  SUM(CASE WHEN l.kind = 'A' OR l.kind = 'B' THEN 1 ELSE 0 END) AS early
FROM items l JOIN products p ON l.product = p.id
WHERE p.brand = 'B#1' AND l.quantity < 11 AND p.size BETWEEN 1 AND 5
  OR p.brand = 'B#2' AND l.quantity < 21 AND p.size BETWEEN 1 AND 10
GROUP BY p.brand;

SELECT c.country, COALESCE(s.n, 0) AS n, s.last_order
FROM customers c LEFT JOIN (
  SELECT o.customer, COUNT(*) AS n, MAX(o.noted) AS last_order FROM orders o WHERE o.note NOT LIKE '%special%' GROUP BY o.customer
) AS s ON s.customer = c.id
ORDER BY n DESC NULLS LAST, c.country;

SELECT * FROM (
  SELECT o.id, o.total, ROW_NUMBER() OVER (PARTITION BY o.customer ORDER BY o.placed DESC) AS place,
    SUM(o.total) OVER (PARTITION BY o.customer ORDER BY o.placed ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS so_far
  FROM orders o
) AS t
WHERE t.place <= 3;

SELECT id, CAST(noted AS DATE) AS d, UPPER(TRIM(note)) AS note, CHAR_LENGTH(note) AS n, CAST(total AS DOUBLE) AS x
FROM orders
WHERE noted > TIMESTAMP '2024-01-01 00:00:00.000001' AND note IS NOT NULL
UNION ALL
SELECT id, CURRENT_DATE, name, 0, 1.5E0 FROM customers WHERE id IN (SELECT customer FROM orders GROUP BY customer HAVING SUM(total) > 300)
ORDER BY 1;

SELECT COUNT(*), COUNT(note), MIN(placed), MAX(placed) FROM orders;

SELECT state, country, COUNT(*) FROM orders o JOIN customers c ON o.customer = c.id GROUP BY ROLLUP (state, country);

SELECT p.brand, SUM(l.amount * l.quantity) AS turnover
FROM items l, products p, orders o
WHERE l.product = p.id AND l.order_id = o.id AND o.state = 'F'
GROUP BY p.brand
HAVING SUM(l.amount * l.quantity) > (
  SELECT SUM(m.amount * m.quantity) * 0.001 FROM items m, orders n WHERE m.order_id = n.id AND n.state = 'F'
)
ORDER BY turnover DESC;

SELECT c.*, o.*, l.*, p.*
FROM customers c LEFT JOIN orders o ON o.customer = c.id LEFT JOIN items l ON l.order_id = o.id LEFT JOIN products p ON p.id = l.product;
