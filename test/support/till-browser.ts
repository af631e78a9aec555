import assert from 'node:assert/strict';
import { fromShell } from '../../src/people/access/principal.ts';
import { addTillUser } from '../../src/people/tills/till-users.ts';
import type { TestWorld } from './test-world.ts';

/** A browser at a till, with the cookies that it got. */
export function tillBrowser({ baseUrl }: TestWorld) {
  const cookies = new Map<string, string>();
  async function call(path: string, fields?: Record<string, string>) {
    const answer = await fetch(`${baseUrl}${path}`, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        accept: 'text/html',
        'accept-language': 'en',
        'sec-fetch-site': 'same-origin',
      },
      ...(fields !== undefined && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: answer.status, body: (await answer.text()).replaceAll('\u00a0', ' ') };
  }
  async function check(number: string): Promise<Record<string, string>> {
    const { body } = await call('/till/check', { number });
    return { number, key: /name="key" value="([^"]+)"/.exec(body)?.[1] ?? assert.fail(body) };
  }
  return {
    cookies,
    call,
    check,
    signIn: async (login: string, password: string) =>
      (await call('/till/sign-in', { login, password })).status,
    /** Whether numbers can be typed. */
    isIn: async () => /name="number"/.test((await call('/till')).body),
    redeem: async (number: string) => (await call('/till/redeem', await check(number))).status,
  };
}

export const cashierPassword = 'верный пароль кассы';

/** A new cashier, signed in, who has chosen a password. */
export async function cashierIn(world: TestWorld, supplierId: number, name: string) {
  const { db, keyring } = world.ctx;
  const added = await addTillUser(db, keyring, fromShell, { supplierId, name }, world.clock.now());
  assert.ok(added.is === 'added');
  const { login, password: old } = added;
  const browser = tillBrowser(world);
  assert.equal(await browser.signIn(login, old), 303);
  assert.equal(await browser.isIn(), false, 'the password has to be changed first');
  const chosen = { old, password: cashierPassword, repeat: cashierPassword };
  assert.equal((await browser.call('/till/password', chosen)).status, 303);
  assert.equal(await browser.isIn(), true);
  return { ...browser, login, name };
}
