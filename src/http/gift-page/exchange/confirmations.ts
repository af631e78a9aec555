/** Limits for the codes that confirm exchanges: how many wrong ones are taken from one network, and how many are sent for it. */
import type { Context } from '../../../context.ts';
import { networkOf } from '../../../platform/throttle/network-of.ts';
import { judgeWithin } from '../../../platform/throttle/judge-within.ts';
import { createThrottle } from '../../../platform/throttle/throttle.ts';
import type { Exchanged } from '../../../orders/exchange/exchange.ts';
import type { ConfirmationAsked } from '../../../messaging/confirmations/ask-for-confirmation.ts';

/** An office whose people got certificates on the same day shares one address; attempts with one certificate are also counted by it. */
const wrongOfNetwork = { name: 'confirmation-of-network', tries: 60, windowSeconds: 600 };
const sentToNetwork = { name: 'confirmation-to-network', tries: 60, windowSeconds: 600 };

export interface ConfirmationLimits {
  judge(address: string, exchange: () => Promise<Exchanged>): Promise<Exchanged | { is: 'throttled' }>;
  send(
    address: string,
    ask: () => Promise<ConfirmationAsked>,
  ): Promise<ConfirmationAsked | { is: 'throttled' }>;
}

const isWrong = (made: Exchanged): boolean => made.is === 'unconfirmed' && made.code === 'wrong';

export function createConfirmationLimits(ctx: Pick<Context, 'db' | 'keyring' | 'clock'>): ConfirmationLimits {
  const [wrong, sent] = [createThrottle(ctx, wrongOfNetwork), createThrottle(ctx, sentToNetwork)];
  return {
    async judge(address, exchange) {
      const judged = await judgeWithin([[wrong, networkOf(address)]], exchange, isWrong);
      return judged.is === 'refused' ? { is: 'throttled' } : judged.verdict;
    },
    async send(address, ask) {
      const judged = await judgeWithin([[sent, networkOf(address)]], ask, ({ is }) => is === 'asked');
      return judged.is === 'refused' ? { is: 'throttled' } : judged.verdict;
    },
  };
}
