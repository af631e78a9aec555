/* Lends a server of an older minor version of PostgreSQL 15 what Citus finds in the one for which it was built. What the server has itself comes first. */

_Bool superuser(void);
void *pg_detoast_datum(void *datum);

/* Stricter: here nobody else makes databases. */
_Bool have_createdb_privilege(void) { return superuser(); }

void *DatumGetHeapTupleHeader(void *datum) { return pg_detoast_datum(datum); }

/* Called for rows with a mark that older servers do not set. */
void heap_datum_check(void *row, void *description) {
  (void)row;
  (void)description;
}
