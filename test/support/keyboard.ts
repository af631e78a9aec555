import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** More than the longest way to a field of any page. */
const mostTabs = 90;

interface Focused {
  what: string;
  isWanted: boolean;
  isSeen: boolean;
}

/** Where the focus is, whether it is on what is wanted, and whether a person sees it there. */
const focused = (page: Page, wanted: string): Promise<Focused> =>
  page.evaluate(`(() => {
    const at = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    const { top, bottom, left, right } = at.getBoundingClientRect();
    return {
      what: at.tagName + ' ' + (at.name || at.textContent || '').trim().slice(0, 40),
      isWanted: at.matches(${JSON.stringify(wanted)}),
      isSeen: at === document.body || (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
        && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth),
    };
  })()`);

/** Goes to an element by the tab key alone; every stop on the way can be seen. */
export async function tabTo(page: Page, wanted: string): Promise<void> {
  const way: string[] = [];
  for (let step = 0; step < mostTabs; step += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page, wanted);
    assert.ok(at.isSeen, `the focus on ${at.what} is not seen`);
    if (at.isWanted) return;
    way.push(at.what);
  }
  assert.fail(`${wanted} is not reached: ${way.join(', ')}`);
}

export async function type(page: Page, wanted: string, text: string): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Presses a link or button, and waits for the page that answers. */
export async function pressByKey(page: Page, wanted: string): Promise<void> {
  await tabTo(page, wanted);
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await loaded;
}

/** Chooses a file: the dialog itself is the browser's. */
export async function chooseByKey(page: Page, wanted: string, name: string, text: string): Promise<void> {
  // The browser is told to hand the dialog over before the key asks for it.
  const asked = page.waitForEvent('filechooser');
  await tabTo(page, wanted);
  await page.keyboard.press('Enter');
  await (await asked).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}
