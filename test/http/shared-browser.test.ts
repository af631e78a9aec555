import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { browserOf, inBrowser } from '../support/gift-browser.ts';

/** What of a browser would keep this process alive. */
const held = (): string[] =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'PipeWrap' || kind === 'ProcessWrap');

const support = join(import.meta.dirname, '../support/gift-browser.ts');
/** Visits a page and leaves the browser to the end of the process. */
const visitor = `
import { sharedBrowser } from ${JSON.stringify(support)};
const browser = await sharedBrowser();
const context = await browser.newContext();
const page = await context.newPage();
await page.setContent('<p>hello');
const text = await page.innerText('p');
await context.close();
browser.on('disconnected', () => console.log('ended'));
console.log(text);
`;

describe('the browser of a process', inBrowser, () => {
  test('holds the process while a context is open, and is replaced after so many', async () => {
    const sharedBrowser = browserOf(2);
    const before = held();
    const first = await sharedBrowser();
    assert.deepEqual(held(), before);
    for (let visit = 1; visit <= 2; visit += 1) {
      assert.equal(await sharedBrowser(), first);
      const context = await first.newContext();
      const page = await context.newPage();
      await page.setContent(`<p>visit ${visit}`);
      assert.equal(await page.innerText('p'), `visit ${visit}`);
      assert.ok(held().length > before.length);
      await context.close();
      assert.deepEqual(held(), before);
    }
    const second = await sharedBrowser();
    assert.notEqual(second, first);
    assert.deepEqual([first.isConnected(), second.isConnected()], [false, true]);
    await second.close();
  });

  test('ends with the process', async () => {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', visitor],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    const [code] = (await once(child, 'close')) as [number | null];
    assert.deepEqual([code, said], [0, 'hello\nended\n']);
  });
});
