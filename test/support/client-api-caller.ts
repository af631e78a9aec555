import assert from 'node:assert/strict';
import { signatureOf } from '../../src/clients/client-directory.ts';
import { addClient, type ClientTraits, type Place } from './arrange.ts';
import type { TestWorld } from './test-world.ts';

/** A client of the world that calls its API over HTTP. */
export interface Caller {
  id: number;
  secret: string;
  /** The `data` of an answer that must be ok. */
  ok(cmd: string, data?: object): Promise<Record<string, unknown>>;
  /** The code of an answer that must be an error. */
  code(cmd: string, data?: object): Promise<number>;
  /** The field names in a 3601. */
  wrong(data: object): Promise<string[]>;
  /** The path of a signed GET. */
  path(cmd: string, data: string, format?: string): string;
}

export interface Envelope {
  status: 'ok' | 'error';
  data?: unknown;
  error?: { code: number; text: string };
}

export const placeOf = (world: TestWorld): Place => ({
  db: world.ctx.db,
  keyring: world.ctx.keyring,
  now: () => world.clock.now(),
});

export async function addCaller(world: TestWorld, traits: ClientTraits = {}): Promise<Caller> {
  const { id, secret } = await addClient({ ...placeOf(world), db: world.newHome(traits).db }, traits);
  const path = (cmd: string, data: string, format = 'json'): string =>
    `/?${new URLSearchParams({ cmd, id: String(id), in: format, out: 'json', sig: signatureOf(cmd, data, secret), data }).toString()}`;
  const call = async (cmd: string, data?: object): Promise<Envelope> => {
    const response = await fetch(world.baseUrl + path(cmd, data === undefined ? '' : JSON.stringify(data)));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    return (await response.json()) as Envelope;
  };
  return {
    id,
    secret,
    path,
    async ok(cmd, data) {
      const answer = await call(cmd, data);
      assert.equal(answer.status, 'ok', `${cmd}: ${JSON.stringify(answer.error)}`);
      return answer.data as Record<string, unknown>;
    },
    async code(cmd, data) {
      const answer = await call(cmd, data);
      assert.equal(answer.status, 'error', `${cmd} went through`);
      return answer.error?.code ?? 0;
    },
    async wrong(data) {
      const { error } = await call('makeOrder', data);
      assert.equal(error?.code, 3601);
      return error.text.replace('fields filled incorrectly: ', '').split(', ');
    },
  };
}
