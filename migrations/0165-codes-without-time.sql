-- Lists and days of suppliers read what was sold from certificates. With an index on the time of its sale, each sale of a code
-- wrote all indexes of codes again (no heap-only update).
drop index codes_sold;
