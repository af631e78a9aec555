/** The calls that the final test makes to a supplier. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../platform/time/clock.ts';
import { transaction, type Database } from '../platform/database/database.ts';
import type { HttpClient } from '../platform/network/http-client.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { IssuedCode } from '../adapters/adapter.ts';
import { callSupplierOnce, type CallOutcome } from '../suppliers/calls/call-supplier.ts';
import type { Agreement } from '../suppliers/set-agreement.ts';
import { keepIssuedCodes } from '../vault/sell-codes.ts';
import { normaliseNumber } from '../vault/seal-code.ts';
import type { CertifyTarget } from './find-targets.ts';

export interface CertifyContext {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  http: HttpClient;
}

export interface GotCode {
  requestId: string;
  target: CertifyTarget;
  code: IssuedCode;
}

/** All calls of the final test go through here: each code that is issued is blocked in the vault at once. */
export interface Conversation {
  ctx: CertifyContext;
  agreement: Agreement;
  codes: GotCode[];
  /** Numbers that were in the vault before this test. */
  knownBefore: number;
  /** Duration of each answered call. */
  durationsMs: number[];
  issue(ask: { target: CertifyTarget; faceKopecks: number; requestId?: string }): Promise<CallOutcome>;
  activate(ask: { number: string; pin: string; requestId?: string }): Promise<CallOutcome>;
}

export function openConversation(ctx: CertifyContext, agreement: Agreement): Conversation {
  const kept = new Set<string>();

  /** A repeated call returns its code again, which is stored once. */
  async function keep(got: GotCode): Promise<void> {
    talk.codes.push(got);
    const { target, code } = got;
    const number = normaliseNumber(code.number);
    if (kept.has(number)) return;
    kept.add(number);
    const sale = {
      supplierId: agreement.supplierId,
      productId: target.productId,
      faceKopecks: code.faceKopecks,
      clientId: 0,
      requestId: 0,
    };
    const [id] = await transaction(ctx.db, (tx) =>
      keepIssuedCodes(
        tx,
        ctx.keyring,
        [{ sale, code: { number: code.number, pin: code.pin }, expiresAt: code.expiresAt, sold: false }],
        ctx.clock.now(),
      ),
    );
    if (id === 'known') talk.knownBefore += 1;
  }

  const talk: Conversation = {
    ctx,
    agreement,
    codes: [],
    knownBefore: 0,
    durationsMs: [],
    async issue({ target, faceKopecks, requestId = randomUUID() }) {
      const ask = { requestId, faceKopecks, productId: target.productId };
      const outcome = await callSupplierOnce(ctx, agreement, { kind: 'issue', ask });
      if (outcome.answered) talk.durationsMs.push(outcome.durationMs);
      if (outcome.reading.is === 'done' && outcome.reading.answer !== undefined) {
        await keep({ requestId, target, code: outcome.reading.answer });
      }
      return outcome;
    },
    async activate({ number, pin, requestId = randomUUID() }) {
      const ask = { requestId, number, pin };
      const outcome = await callSupplierOnce(ctx, agreement, { kind: 'activate', ask });
      if (outcome.answered) talk.durationsMs.push(outcome.durationMs);
      return outcome;
    },
  };
  return talk;
}

/** The name of a result in a finding. */
export const outcomeOf = ({ reading }: CallOutcome): { outcome: string; details: string } => ({
  outcome: reading.is,
  details: reading.is === 'done' ? '' : reading.details,
});
