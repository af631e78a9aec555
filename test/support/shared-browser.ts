/** One browser for all test files of a process. It keeps the process alive only while a context is open. */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import type { Browser } from 'playwright-core';

/** What pages leave in a browser is freed with it. */
const usualContexts = 100;

interface Running {
  browser: Browser;
  opened(): number;
}

/** `launch` starts a program as a browser that leaves signals to this process: it ends by itself when its pipe does. */
export function createSharedBrowser(
  program: string,
  launch: () => Promise<Browser>,
  mostContexts = usualContexts,
): () => Promise<Browser> {
  let running: Promise<Running> | null = null;

  async function end(): Promise<void> {
    const ending = running;
    running = null;
    await (await ending)?.browser.close();
  }

  async function start(): Promise<Running> {
    const [browser, child] = await withChild(program, launch);
    return { browser, opened: holdWhileOpen(browser, child) };
  }

  return async () => {
    if (running === null) process.once('beforeExit', () => void end());
    else if ((await running).opened() >= mostContexts) await end();
    running ??= start();
    return (await running).browser;
  };
}

/** A browser with the process that it runs in, of which Playwright tells nothing. */
async function withChild(program: string, launch: () => Promise<Browser>): Promise<[Browser, ChildProcess]> {
  const started: ChildProcess[] = [];
  const note = (message: unknown): void => void started.push((message as { process: ChildProcess }).process);
  subscribe('child_process', note);
  try {
    const browser = await launch();
    const child = started.find(({ spawnfile }) => spawnfile === program);
    if (child === undefined) throw new Error('The browser runs in no process.');
    return [browser, child];
  } finally {
    unsubscribe('child_process', note);
  }
}

/** Answers how many contexts were opened so far. */
function holdWhileOpen(browser: Browser, child: ChildProcess): () => number {
  const newContext = browser.newContext.bind(browser);
  let opened = 0;
  let open = 0;

  function count(more: 1 | -1): void {
    open += more;
    const way = open > 0 ? 'ref' : 'unref';
    child[way]();
    for (const pipe of child.stdio) if (pipe instanceof Socket) pipe[way]();
  }

  count(1);
  browser.newContext = async (options) => {
    opened += 1;
    count(1);
    try {
      const context = await newContext(options);
      context.once('close', () => count(-1));
      return context;
    } catch (problem) {
      count(-1);
      throw problem;
    }
  };
  count(-1);
  return () => opened;
}
