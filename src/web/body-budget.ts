/** A limit on the bytes of all requests that are not answered yet. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyWaiting } from '../platform/batching/permits.ts';
import { maxApiBytes, maxFormBytes } from './body-limits.ts';

const mib = 1024 * 1024;

/** Usual orders, and forms of a few fields, have a budget of their own: long requests of others refuse none of them. */
const usualBytes = 4096;
const budgets = { usual: 64 * mib, long: 64 * mib };
/** The largest part of a budget that one address may use. */
const partOfAddress = 1 / 8;

/** No route keeps more of a body. Files come behind the sign-in, in pieces, and are limited there. */
const mostBytes = Math.max(...Object.values(maxFormBytes), ...Object.values(maxApiBytes));

/**
 * Reserves the bytes that a request announces, before any of them is read, until it is answered; refuses it with 503 if that
 * is too much. Otherwise callers who begin thousands of requests and never end them take the memory of the process.
 */
export function limitBodies(app: FastifyInstance): void {
  const reserved = { usual: createBudget(budgets.usual), long: createBudget(budgets.long) };
  app.addHook('onRequest', (request, reply, next) => {
    const bytes = announcedBytes(request);
    if (bytes === 0) return next();
    const giveBack = reserved[bytes <= usualBytes ? 'usual' : 'long'](request.ip, bytes);
    if (giveBack === null) {
      // What it goes on sending is not read.
      reply.header('connection', 'close');
      return next(new TooManyWaiting());
    }
    reply.raw.once('close', giveBack);
    next();
  });
}

/** Takes bytes for an address, and returns how they are given back; null: there are not so many. */
type Budget = (address: string, bytes: number) => (() => void) | null;

function createBudget(most: number): Budget {
  const mostOfAddress = most * partOfAddress;
  const taken = new Map<string, number>();
  let all = 0;
  return (address, bytes) => {
    const own = (taken.get(address) ?? 0) + bytes;
    if (own > mostOfAddress || all + bytes > most) return null;
    all += bytes;
    taken.set(address, own);
    return () => {
      all -= bytes;
      const left = (taken.get(address) ?? 0) - bytes;
      if (left > 0) taken.set(address, left);
      else taken.delete(address);
    };
  };
}

/** One that does not say how many may send as many as are kept. */
const announcedBytes = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined
    ? Math.min(Number(headers['content-length'] ?? 0), mostBytes)
    : mostBytes;
