/** A connection whose failures become typed errors. */
import { Client, DatabaseError } from 'pg';
import { DatabaseUnavailable } from './database-errors.ts';
import { serviceLimits, silenceReserveMs } from './database-limits.ts';
import { noKeptVersions, type KeptVersions } from './kept-versions.ts';

/** SQLSTATEs with which the server ends the connection: shutdown, terminated, idle in transaction. */
const endingStates = ['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04'];

/**
 * The function of PostgreSQL that warns, in the language of the server, that a commit is durable here but perhaps not on
 * the standby, because somebody cancelled its wait. To the protocol such a commit is a success.
 */
const syncRepWait = 'SyncRepWaitForLSN';

/** A part of a database, with tables in schemas of its own. */
export interface Part {
  /** Where its tables are looked for, the first first. */
  schemas: readonly string[];
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/**
 * A connection with a timeout for answers. When a network drops packets, neither side notices, so if the server leaves
 * statements unanswered for longer than one may take, the socket is closed and all pending statements fail.
 */
export class WatchedClient extends Client {
  /** Promise of the `begin` sent on this connection. */
  beginText = 'begin';
  /** Asked at the beginning of each transaction; null: the server behind this connection stays the same. */
  checkServer: (() => Promise<void>) | null = null;
  /** Called when the connection was closed because the server was silent. */
  onSilence: () => void = () => {};
  /** The server's first error since this was last cleared; statements sent after it fail because of it. */
  refusal: unknown = null;
  /** A wait for the standby was cancelled: what was committed may be lost with the server. */
  unreplicated = false;
  /** The server was in recovery when it greeted us; null: it did not say. */
  isStandby: boolean | null = null;
  /** The part whose tables statements find; null: that is not known, or as the server says. */
  part: Part | null = null;
  /** The versions of the database that this connection belongs to. */
  versions: KeptVersions = noKeptVersions();
  /** Parts in which it has been: the server has planned statements for it there. */
  readonly visited = new Set<Part>();
  private limitMs = serviceLimits.statementMs + silenceReserveMs;
  private timer: NodeJS.Timeout | undefined;
  private silent = false;
  private isGathering = false;
  private broken = false;

  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    // A connection may break at any time, even while in use; its user notices with the next statement.
    this.on('error', () => (this.broken = true));
    this.on('drain', () => this.rest());
    this.once('end', () => this.rest());
    this.connection.on('errorMessage', (problem: unknown) => (this.refusal ??= problem));
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
    this.on('notice', ({ routine }) => {
      if (routine === syncRepWait) this.unreplicated = true;
    });
    this.connection.on('readyForQuery', () => {
      this.silent = false;
      this.timer?.refresh();
    });
  }

  /** Sets how long a statement may take from now on. */
  allow(statementMs: number): void {
    this.limitMs = statementMs + silenceReserveMs;
    if (this.timer !== undefined) this.watch();
  }

  /** Whether this is a failure of the connection, as opposed to the server's answer to a statement. */
  isLost(problem: unknown): boolean {
    return this.broken || (problem instanceof DatabaseError && endingStates.includes(problem.code ?? ''));
  }

  /** Begins a transaction. Nothing may be sent behind it before it has begun (docs/decisions/0085). */
  async begin(): Promise<void> {
    const begun: Promise<unknown> = this.query(this.beginText);
    await begun;
    if (this.checkServer === null) return;
    this.refusal = null;
    try {
      await this.checkServer();
    } catch (problem) {
      this.drop();
      throw new DatabaseUnavailable(problem);
    }
    // Before there are tables the question fails, and the transaction with it. The error may arrive in a packet of its own, before
    // the one that says in which state the transaction is, so getTransactionStatus() does not know it yet.
    if (this.refusal === null) return;
    for (const text of ['rollback', this.beginText]) await (this.query(text) as Promise<unknown>);
    this.refusal = null;
  }

  /** Whether the server plans so many statements for it that it should be closed. */
  isFull(): boolean {
    return false;
  }

  /** Whether the statement failed because what it asks for is at another server now; nothing was written. */
  hasLeft(_problem: unknown): boolean {
    return false;
  }

  /** From now on statements find the tables of this part. If it throws, nobody knows which they would find. */
  async enter(part: Part): Promise<void> {
    if (this.part === part) return;
    this.part = null;
    const entered: Promise<unknown> = this.query(`set search_path = ${part.schemas.join(', ')}`);
    await entered;
    // With a transaction that is open it would end.
    if (this.getTransactionStatus() !== 'I') throw new Error('A transaction was left open.');
    this.part = part;
    this.visited.add(part);
  }

  /** Closes the socket without the protocol's goodbye, because the server may not receive it. */
  drop(): void {
    this.broken = true;
    this.connection.stream.destroy();
  }

  override query(...ask: unknown[]): never {
    if (this.timer === undefined) this.watch();
    this.gatherWrites();
    return (super.query as (...ask: unknown[]) => unknown).apply(this, ask) as never;
  }

  /** No answer but the end of the connection is to come. */
  override end(...rest: unknown[]): never {
    this.limitMs = silenceReserveMs;
    this.watch().unref();
    return (super.end as (...rest: unknown[]) => unknown).apply(this, rest) as never;
  }

  /** Statements that are sent at the same moment leave in one packet. */
  private gatherWrites(): void {
    if (this.isGathering) return;
    const { stream } = this.connection;
    this.isGathering = true;
    stream.cork();
    process.nextTick(() => {
      this.isGathering = false;
      stream.uncork();
    });
  }

  private watch(): NodeJS.Timeout {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.listenOnceMore(), this.limitMs);
    return this.timer;
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /**
   * After a pause of the whole process an answer may already be in the socket: it is read before the connection is
   * given up.
   */
  private listenOnceMore(): void {
    this.silent = true;
    setImmediate(() => {
      if (!this.silent || this.timer === undefined) return;
      this.drop();
      this.onSilence();
    });
  }
}
