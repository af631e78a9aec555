/** What a job of docs/developing/jobs.md takes, counted while it is done in a browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Seconds of the keystroke-level model. */
const seconds = { decide: 1.35, point: 1.1, press: 0.2, key: 0.28, hand: 0.4 };

interface Took {
  clicks: number;
  keys: number;
  pages: number;
  seconds: string;
}

interface Job extends Took {
  name: string;
  /** Where it begins. */
  from: string;
  countedIn: string;
}

const page = join(import.meta.dirname, '../../docs/developing/jobs.md');
const rowForm =
  /^\| `(?<name>[a-z-]+)` \|[^|]+\| `(?<from>[^`]+)` \| (?<clicks>\d+) \| (?<keys>\d+) \| (?<pages>\d+) \| (?<seconds>[\d.]+) \| `(?<countedIn>[^`]+)` \|$/gm;

export const jobs: readonly Job[] = [...readFileSync(page, 'utf8').matchAll(rowForm)].map(
  ({ groups = {} }) => ({
    name: groups['name'] ?? '',
    from: groups['from'] ?? '',
    clicks: Number(groups['clicks']),
    keys: Number(groups['keys']),
    pages: Number(groups['pages']),
    seconds: groups['seconds'] ?? '',
    countedIn: groups['countedIn'] ?? '',
  }),
);

/** However the table is changed: these jobs were once too long, and may take no more clicks. */
const mostClicks: Partial<Record<string, number>> = {
  'three-orders': 9,
  'letters-again': 5,
  'callback-again': 4,
  quarantine: 3,
};

export const jobOf = (name: string): Job =>
  jobs.find((job) => job.name === name) ?? assert.fail(`no job ${name}`);

/** Counts over all pages on which a job is done, by whomever. */
export function countJob() {
  const took = { clicks: 0, keys: 0, pages: 0 };
  let time = 0;
  let hand: 'mouse' | 'keyboard' = 'mouse';

  function click(more = 1): void {
    took.clicks += more;
    time += more * (seconds.decide + seconds.point + seconds.press);
    if (hand === 'keyboard') time += seconds.hand;
    hand = 'mouse';
  }

  function key(count: number, follows: boolean): void {
    took.keys += count;
    time += count * seconds.key;
    if (!follows) time += seconds.decide;
    if (hand === 'mouse') time += seconds.hand;
    hand = 'keyboard';
  }

  /** The page is where the job begins, or goes on. */
  function on(shown: Page) {
    shown.on('load', () => {
      took.pages += 1;
    });
    const first = (selector: string) => shown.locator(selector).first();
    const loading = async (run: () => Promise<void>): Promise<void> => {
      const loaded = shown.waitForEvent('load');
      await run();
      await loaded;
    };
    const press = async (selector: string): Promise<void> => {
      click();
      await first(selector).click();
    };
    return {
      press,
      /** What leads to another page. */
      go: (selector: string) => loading(() => press(selector)),
      /** Into the field that has the focus; `follows` a press into it. */
      type: async (text: string, { follows = true } = {}): Promise<void> => {
        key([...text].length, follows);
        await shown.keyboard.type(text);
      },
      enter: () =>
        loading(async () => {
          key(1, true);
          await shown.keyboard.press('Enter');
        }),
      choose: async (selector: string, value: string): Promise<void> => {
        click(2);
        await first(selector).selectOption(value);
      },
      file: async (selector: string, name: string, text: string): Promise<void> => {
        click(3);
        await first(selector).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
      },
      /** Of a file that a press takes. */
      download: async (selector: string): Promise<string> => {
        const begun = shown.waitForEvent('download');
        await press(selector);
        return (await begun).suggestedFilename();
      },
    };
  }

  return {
    on,
    clicks: () => took.clicks,
    /** As the table says. */
    isAs(name: string): void {
      const { clicks, keys, pages, seconds: told } = jobOf(name);
      const found: Took = { ...took, seconds: time.toFixed(1) };
      assert.ok(clicks <= (mostClicks[name] ?? Infinity), `${name} takes ${clicks} clicks`);
      assert.deepEqual(found, { clicks, keys, pages, seconds: told }, `what ${name} takes`);
    },
  };
}
