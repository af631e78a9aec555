/** Rules for calls that a test key has signed: tests hold up no live call. */
import type { Client, KeyKind } from '../../clients/client.ts';
import { createLoadLimit } from '../../platform/process/load-limit.ts';
import type { Clock } from '../../platform/time/clock.ts';

export const keyKindOf = ({ withTestKey }: Client): KeyKind => (withTestKey === true ? 'test' : 'live');

/** Calls of one client with all its test keys, in one process. */
const testCalls = { events: 1200, windowSeconds: 60 };

export function limitTests(clock: Clock): (clientId: number) => boolean {
  const limit = createLoadLimit(testCalls);
  return (clientId) => limit.take(String(clientId), clock.now()) === 0;
}
