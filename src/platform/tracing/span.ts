/** Spans and where they stand; of no library. */
import type { SpanAttributes } from './span-attributes.ts';

/** Where a span stands; ids in hexadecimal, as collectors show them. */
export interface TracePlace {
  traceId: string;
  spanId: string;
  /** Null: the first of its trace. */
  parentId: string | null;
}

export type TraceLink = Pick<TracePlace, 'traceId' | 'spanId'>;

/** What has ended, told at once: nothing is kept of a span that is under way. */
export interface EndedSpan {
  place: TracePlace;
  /** From the program, never from a caller. */
  name: string;
  /** `server`: somebody asked us; `client`: we asked somebody. Default: neither. */
  kind?: 'server' | 'client';
  /** From `performance.now()`. */
  startMs: number;
  /** Default: now. */
  endMs?: number;
  attributes: SpanAttributes;
  /** Why it failed or was refused: a word or the code of an error. */
  problem?: string | undefined;
  links?: TraceLink[];
}

export interface OrderKey {
  clientId: number;
  requestId: number;
}
