import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type LaunchOptions,
  type Page,
} from 'playwright-core';
import { createSharedBrowser } from './shared-browser.ts';

/** Debian's builds. The one without a window draws the same pages for less than half the processor time. */
const browserPaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const browserPath = browserPaths.find((path) => existsSync(path));

export const inBrowser = {
  skip:
    browserPath !== undefined || process.env['CI']
      ? false
      : 'Neither chromium-headless-shell nor chromium is installed in /usr/bin',
};

/** One with its own arguments; whoever starts it closes it. All others use `sharedBrowser`. */
export const launchBrowser = (args: string[]): Promise<Browser> => launch(args);

/** The browser of this process, in which each visit has a context of its own. It ends with the process. */
export const sharedBrowser = browserOf();

/** A new one each time that so many contexts were opened. */
export function browserOf(mostContexts?: number): () => Promise<Browser> {
  return createSharedBrowser(browserPath ?? '', () => launch([]), mostContexts);
}

/** It ends with the pipe to this process, so that nobody has to listen to signals of the process for it. */
const withoutSignals: LaunchOptions = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

const launch = (args: string[]): Promise<Browser> =>
  chromium.launch({
    ...withoutSignals,
    executablePath: browserPath ?? assert.fail(),
    args: ['--no-sandbox', ...args],
  });

/** Opens a page and fails when the browser has anything to complain of, the content policy first of all. */
export async function visit(
  browser: Browser,
  options: BrowserContextOptions,
  url: string,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', acceptDownloads: true, ...options });
  const complaints: string[] = [];
  const page = await context.newPage();
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()),
  );
  page.on('pageerror', (error) => complaints.push(error.message));
  try {
    await page.goto(url);
    await run(page);
  } finally {
    await context.close();
  }
  assert.deepEqual(
    complaints.filter((text) => !/status of 4\d\d/.test(text)),
    [],
  );
}

/** WCAG 2.2 to level AA, the size of targets included, and what axe advises beyond. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A letter is part of the mail program's page, so rules for whole pages do not apply. */
const pageRules = { region: { enabled: false }, 'landmark-one-main': { enabled: false } };

/** The short form: each page parses it again. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What still fades in would be judged by a colour that nobody reads. */
const stillness = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  .map(({ finished }) => finished)).then(() => null)`;

export async function noBarriers(page: Page, where: string, { letter = false } = {}): Promise<void> {
  await page.evaluate(stillness);
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe);
  const options = { runOnly: rules, resultTypes: ['violations'], rules: letter ? pageRules : {} };
  const found = await page.evaluate<{ id: string; nodes: string[] }[]>(
    `axe.run(${JSON.stringify(options)}).then((result) => result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })))`,
  );
  assert.deepEqual(found, [], where);
}

/** Presses the button and waits for the page that answers. */
export async function open(page: Page): Promise<void> {
  const answered = page.waitForEvent('load');
  await page.click('button.reveal, button.look-up');
  await answered;
}

export async function noSidewaysScroll(page: Page, where: string): Promise<void> {
  const [content, view] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  assert.ok(content <= view, `${where}: ${content} px of content in ${view} px`);
}
