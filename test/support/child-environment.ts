/** What a child process needs of our environment whatever is tried: its tools, and Node's cache of compiled files. */
export const childEnvironment: NodeJS.ProcessEnv = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE']
    .map((name) => [name, process.env[name]])
    .filter(([, value]) => value !== undefined),
);
