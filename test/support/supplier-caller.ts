import assert from 'node:assert/strict';
import { transaction } from '../../src/platform/database/database.ts';
import {
  issueIntegrationToken,
  setIntegrationAccess,
  type AccessChange,
} from '../../src/suppliers/used-export/integration-access.ts';
import type { TestWorld } from './test-world.ts';

/** A supplier's own software, which calls the integration API. */
export interface SupplierCaller {
  token: string;
  check(code: string, headers?: Record<string, string>): Promise<CallerAnswer>;
  redeem(body: object, headers?: Record<string, string>): Promise<CallerAnswer>;
  used(from: string, to: string, more?: Record<string, string>): Promise<Response>;
}

export interface CallerAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { error?: Record<string, string> };
}

export async function supplierCaller(
  world: TestWorld,
  supplierId: number,
  change: Omit<AccessChange, 'supplierId'> = {},
): Promise<SupplierCaller> {
  const { ctx, baseUrl } = world;
  const issued = await transaction(ctx.db, async (tx) => {
    assert.equal(await setIntegrationAccess(tx, { supplierId, ...change }, ctx.clock.now()), 'set');
    return issueIntegrationToken(tx, ctx.keyring, { supplierId }, ctx.clock.now());
  });
  assert.ok(issued.is === 'issued');
  const authorization = `Bearer ${issued.token}`;
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${baseUrl}/integration/v1/${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as CallerAnswer['body'];
    return { status: response.status, headers: response.headers, body: answer };
  };
  return {
    token: issued.token,
    check: (code, headers) => post('check', { code }, headers),
    redeem: (body, headers) => post('redeem', body, headers),
    used: (from, to, more) =>
      fetch(`${baseUrl}/integration/v1/used?${new URLSearchParams({ from, to, ...more }).toString()}`, {
        headers: { authorization },
      }),
  };
}
