const measures = 'it compares processor times of its process';
const looksAtPrepared =
  'it looks at prepared statements, and a process prepares only the first 500 that it sends';

/**
 * Test files that get a process of their own, because they change or measure what files of one process share. All others run one after
 * the other in a few processes, and fail if they leave anything behind (leftovers.ts).
 */
export const ownProcess: Readonly<Record<string, string>> = {
  'test/commands/mistyped-folder.test.ts': 'it changes the working folder, the environment and the exit code',
  'test/http/gift-page/planned-once.test.ts': looksAtPrepared,
  'test/http/till/till-sign-in.test.ts': measures,
  'test/people/sign-in.test.ts': measures,
  'test/platform/database/shared-pool.test.ts': looksAtPrepared,
  'test/platform/look-at-queues.test.ts': looksAtPrepared,
  'test/platform/prepared-statements.test.ts': looksAtPrepared,
  'test/tidy/linear-regexps.test.ts':
    'it sees the expressions of a module when that is loaded for the first time',
  'test/tracing/away-collector.test.ts': 'what sends traces keeps timers while nobody takes them',
};
