import { ApiError, NoAnswerError, NotEndedError } from './errors.ts';
import { bulkParts } from './bulk-parts.ts';
import { commandsWithUuid, Operations } from './operations.ts';
import type {
  BulkLine,
  GetReportRequest,
  MakeBulkOrderAnswer,
  MakeBulkOrderRequest,
  OrderStatus,
} from './operations.ts';
import { send, type Access } from './transport.ts';
import { withUuid } from './with-uuid.ts';

const TOO_MANY_WAITING = 1003;
const NOTHING_DECIDED = 9000;
/** Requests that were not read, signed or taken have lower codes: nobody looked whether their uuid is known. */
const FIRST_DECISION = 1100;
const isDecision = (code: number): boolean => code >= FIRST_DECISION && code !== NOTHING_DECIDED;

export interface FacevalueOptions {
  /** Address of the installation, for instance `https://gifts.example`. */
  baseUrl: string;
  /** The client's identifier, digits. */
  id: number | string;
  secret: string;
  /** Of one request; 30 s by default. */
  timeoutMs?: number;
  /** How often a request is sent at most when no answer comes; 5 by default. */
  attempts?: number;
  /** The pause before the second attempt, doubled before each further one; 500 ms by default. */
  pauseMs?: number;
  fetch?: typeof globalThis.fetch;
}

export interface WaitOptions {
  /** Two minutes by default; orders that are `delayed` may take hours: rely on the callback there. */
  timeoutMs?: number;
  /** The first pause between two questions, growing by half up to 5 s; 200 ms by default. */
  pauseMs?: number;
}

const LONGEST_PAUSE_MS = 5_000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The API of one client. Requests that got no answer, 9000 or 1003 are repeated, which is safe: what orders or
 * announces carries a uuid (one is made where you give none), the rest only reads or sends at most once a minute.
 * Throws ApiError when the platform refuses; NoAnswerError when no answer came, or when an order may have been accepted
 * by an attempt before the last one.
 */
export class Facevalue extends Operations {
  readonly #access: Access;
  readonly #attempts: number;
  readonly #pauseMs: number;

  constructor(options: FacevalueOptions) {
    super();
    const { baseUrl, id, secret, timeoutMs = 30_000, fetch = globalThis.fetch } = options;
    this.#access = { baseUrl, id, secret, timeoutMs, fetch };
    this.#attempts = options.attempts ?? 5;
    this.#pauseMs = options.pauseMs ?? 500;
  }

  /** Asks for the status until the order is `ok` or `error`; throws NotEndedError when the time is over. */
  async waitForOrder(
    id: number,
    { timeoutMs = 120_000, pauseMs = 200 }: WaitOptions = {},
  ): Promise<OrderStatus> {
    const end = Date.now() + timeoutMs;
    for (let pause = pauseMs; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
      const status = await this.getStatus({ id });
      if (status.status === 'ok' || status.status === 'error') return status;
      if (Date.now() + pause > end) throw new NotEndedError(status);
      await sleep(pause);
    }
  }

  /** The certificate as a PDF. */
  async getCertificatePdf(id: number): Promise<Uint8Array> {
    const { certificate } = await this.getCertificate({ queue_id: id });
    return Buffer.from(certificate, 'base64');
  }

  /** Orders any number of certificates (up to 100,000) as one bulk order, in parts that fit into a request. */
  async makeWholeBulkOrder(bulk: Omit<MakeBulkOrderRequest, 'part' | 'parts'>): Promise<MakeBulkOrderAnswer> {
    const parts = bulkParts(bulk.orders);
    let answer: MakeBulkOrderAnswer | undefined;
    for (const [index, orders] of parts.entries())
      answer = await this.makeBulkOrder({ ...bulk, orders, part: index + 1, parts: parts.length });
    if (answer === undefined) throw new RangeError('A bulk order needs at least one order.');
    return answer;
  }

  /** All lines of a bulk order as they stand now, page by page. */
  async *reportLines(bulk: Pick<GetReportRequest, 'id' | 'uuid'>): AsyncGenerator<BulkLine> {
    for (let after: number | null = 0; after !== null;) {
      const { lines, next }: { lines: BulkLine[]; next: number | null } = await this.getReport({
        ...bulk,
        after,
      });
      yield* lines;
      after = next;
    }
  }

  protected async call<Result>(cmd: string, fields: object): Promise<Result> {
    // Signed and sent as one text: a second encoding might differ.
    const { data, uuid } = commandsWithUuid.includes(cmd)
      ? withUuid(fields)
      : { data: JSON.stringify(fields), uuid: null };
    let mayBeAccepted = false;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(this.#access, cmd, data);
      if (answer.is === 'ok')
        return (uuid === null ? answer.data : { ...(answer.data as object), uuid }) as Result;
      const last = attempt >= this.#attempts;
      if (answer.is === 'none') {
        mayBeAccepted = true;
        if (last) throw new NoAnswerError(cmd, answer.why, uuid, answer.cause);
      } else {
        const { code } = answer;
        const error = new ApiError(code, answer.text, answer.requestId, answer.problems);
        if (code === NOTHING_DECIDED) mayBeAccepted = true;
        if (last || ![TOO_MANY_WAITING, NOTHING_DECIDED].includes(code)) {
          const isUnclear = mayBeAccepted && uuid !== null && !isDecision(code);
          throw isUnclear ? new NoAnswerError(cmd, error.message, uuid, error) : error;
        }
      }
      await sleep(
        Math.min(this.#pauseMs * 2 ** (attempt - 1), LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2),
      );
    }
  }
}
