import { MARK_VARIABLE } from '../runner/started.ts';
import { STATEMENTS_VARIABLE } from '../statements/gathered.ts';

/**
 * What a child process needs of our environment whatever is tried: its tools, Node's cache of compiled files, where
 * statements are noted, if they are, and the mark by which it ends with the run.
 */
export const childEnvironment: NodeJS.ProcessEnv = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS', STATEMENTS_VARIABLE, MARK_VARIABLE]
    .map((name) => [name, process.env[name]])
    .filter(([, value]) => value !== undefined),
);
