/** One signed-in request of a supplier's program. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Redeem } from '../../redemption/gather-redemptions.ts';
import type { GuessLimits } from '../../redemption/guess-limits.ts';
import type { IntegrationAccess } from '../../suppliers/used-export/integration-access.ts';
import type { NoteCall } from './note-call.ts';

export type IntegrationContext = Pick<
  Context,
  'db' | 'cells' | 'cell' | 'keyring' | 'clock' | 'log' | 'crashPoint'
>;

/** One authenticated request of a supplier. */
export interface SupplierCall {
  ctx: IntegrationContext;
  access: IntegrationAccess;
  request: FastifyRequest;
  reply: FastifyReply;
  language: Language;
  note: NoteCall;
  guesses: GuessLimits;
  redeem: Redeem;
  /** Number of running exports per supplier. */
  exportsUnderWay: Map<number, number>;
}
