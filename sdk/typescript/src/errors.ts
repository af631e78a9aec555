import { errorTable, type OrderStatus, type Retry } from './operations.ts';

/** The platform refused the request. */
export class ApiError extends Error {
  readonly code: number;
  /** Whether the same request may get another answer; 'no' for codes that this version does not know. */
  readonly retry: Retry;
  /** Names of the fields that 3601 complains about. */
  readonly fields: string[];
  /** What 3601 says of each of them. */
  readonly problems: FieldProblem[];
  /** Quote it when you contact support. */
  readonly requestId: string | null;

  constructor(code: number, text: string, requestId: string | null, problems: FieldProblem[] = []) {
    const wanted = problems.flatMap((one) =>
      one.wanted === undefined ? [] : [`${one.field}: ${one.wanted}`],
    );
    super([`${code}: ${text}`, ...wanted].join('; '));
    this.name = 'ApiError';
    this.code = code;
    this.retry = errorTable[code]?.retry ?? 'no';
    this.fields = code === 3601 ? fieldsIn(text) : [];
    this.problems = problems;
    this.requestId = requestId;
  }
}

export interface FieldProblem {
  field: string;
  /** `missing`, `form` or `not-now`; later versions may have more. */
  reason: string;
  /** What it has to be. */
  wanted?: string;
}

function fieldsIn(text: string): string[] {
  const list = text.split(': ')[1];
  return list === undefined ? [] : list.split(', ');
}

/**
 * No answer came, however often it was asked; or the last attempt was refused, but one before it, whose answer is
 * unknown, may have been accepted (`cause` is the refusal then). Call a makeOrder again with the same `uuid`, now or
 * after a restart, and it orders at most once.
 */
export class NoAnswerError extends Error {
  /** The uuid that was sent, if the operation has one. */
  readonly uuid: string | null;

  constructor(cmd: string, why: string, uuid: string | null, cause?: unknown) {
    super(`${cmd} got no answer: ${why}`, { cause });
    this.name = 'NoAnswerError';
    this.uuid = uuid;
  }
}

/** The order had not ended when waiting for it did. */
export class NotEndedError extends Error {
  readonly lastStatus: OrderStatus;

  constructor(lastStatus: OrderStatus) {
    super(`Order ${lastStatus.id} is still ${lastStatus.status}.`);
    this.name = 'NotEndedError';
    this.lastStatus = lastStatus;
  }
}
