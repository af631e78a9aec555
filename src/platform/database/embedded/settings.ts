/** Settings of the embedded server: durable, small enough for a laptop, frequent vacuum of queue tables. */
export const laptopSettings: Readonly<Record<string, string>> = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  // A container's /dev/shm is often 64 MB, too small for a parallel hash join.
  max_parallel_workers_per_gather: '0',

  fsync: 'on',
  synchronous_commit: 'on',
  // By pglz, the only way of these binaries, an image of a page costs 200 µs of the processor; many orders need one.
  wal_compression: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',

  // Queue rows live for seconds: vacuum after 5 % of changes, check every 15 seconds.
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.1',
  autovacuum_analyze_scale_factor: '0.05',
  autovacuum_vacuum_cost_limit: '1000',

  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Details and statements can quote values of rows; the log must never contain a code or a secret.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_line_prefix: '%m [%p] ',
};
