/** The calls that the final test makes to a supplier. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../platform/time/clock.ts';
import type { Context } from '../../context.ts';
import { everyCell } from '../../platform/cells/cell-context.ts';
import { transaction } from '../../platform/database/database.ts';
import type { HttpClient } from '../../platform/network/http-client.ts';
import type { IssuedCode } from '../adapters/adapter.ts';
import { callSupplierOnce, type CallOutcome } from '../calls/call-supplier.ts';
import type { Agreement } from '../set-agreement.ts';
import { claimPlaces } from '../../vault/code-places.ts';
import { keepIssuedCodes } from '../../vault/sell-codes.ts';
import { normaliseNumber } from '../../vault/compared-number.ts';
import type { CertifyTarget } from './find-targets.ts';
import { callReasons } from '../adapters/call-reasons.ts';

/** What calls need, on a platform or beside a supplier's own server. */
export interface CallContext {
  clock: Clock;
  http: HttpClient;
  /** What becomes of a new code of the test; `known`: it was issued before. */
  keep(got: GotCode, supplierId: number): Promise<'kept' | 'known'>;
}

export type CertifyContext = Pick<Context, 'db' | 'cells' | 'cell' | 'clock' | 'keyring' | 'http'>;

/** Where codes of the test are: they belong to no order, so with cells the first one has them. */
export const homeOfTests = (ctx: CertifyContext): CertifyContext => everyCell(ctx)[0] ?? ctx;

/** The request of codes that belong to no order. */
const noRequest = 0;

export interface GotCode {
  requestId: string;
  target: CertifyTarget;
  code: IssuedCode;
}

/** All calls of the final test go through here: each code that is issued is kept at once. */
export interface Conversation {
  ctx: CallContext;
  agreement: Agreement;
  codes: GotCode[];
  /** Numbers that were in the vault before this test. */
  knownBefore: number;
  /** Duration of each answered call. */
  durationsMs: number[];
  issue(ask: { target: CertifyTarget; faceKopecks: number; requestId?: string }): Promise<CallOutcome>;
  activate(ask: { number: string; pin: string; requestId?: string }): Promise<CallOutcome>;
}

/** Calls on a platform: each code that is issued is blocked in its vault and can never be sold. */
export const blocking = (ctx: CertifyContext): CallContext => ({
  clock: ctx.clock,
  http: ctx.http,
  async keep({ target, code }, supplierId) {
    const home = homeOfTests(ctx);
    const claim = { supplierId, number: code.number, requestId: noRequest };
    const [isOwn] = home.cell === null ? [true] : await claimPlaces(home, [claim]);
    if (isOwn === false) return 'known';
    const { productId } = target;
    const sale = {
      supplierId,
      productId,
      faceKopecks: code.faceKopecks,
      clientId: 0,
      requestId: noRequest,
    };
    const issued = {
      sale,
      code: { number: code.number, pin: code.pin },
      expiresAt: code.expiresAt,
      sold: false,
    };
    const [id] = await transaction(home.db, (tx) =>
      keepIssuedCodes(tx, ctx.keyring, [issued], ctx.clock.now()),
    );
    return id === 'known' ? 'known' : 'kept';
  },
});

export function openConversation(ctx: CallContext, agreement: Agreement): Conversation {
  const kept = new Set<string>();

  /** A repeated call returns its code again, which is stored once. */
  async function keep(got: GotCode): Promise<void> {
    talk.codes.push(got);
    const number = normaliseNumber(got.code.number);
    if (kept.has(number)) return;
    kept.add(number);
    if ((await ctx.keep(got, agreement.supplierId)) === 'known') talk.knownBefore += 1;
  }

  const talk: Conversation = {
    ctx,
    agreement,
    codes: [],
    knownBefore: 0,
    durationsMs: [],
    async issue({ target, faceKopecks, requestId = randomUUID() }) {
      const ask = { requestId, faceKopecks, productId: target.productId };
      const outcome = await callSupplierOnce(ctx, agreement, { kind: 'issue', ask, barcode: null });
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

/** How many codes it brought. */
export const codesOf = ({ codes }: Conversation): number =>
  new Set(codes.map(({ code }) => normaliseNumber(code.number))).size;

/** The name of a result in a finding. */
export const outcomeOf = ({ reading }: CallOutcome): { outcome: string; details: string } => ({
  outcome: reading.is,
  details: reading.is === 'done' ? '' : callReasons.text(reading.reason, 'en'),
});
