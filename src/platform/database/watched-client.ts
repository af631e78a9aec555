import { Client, DatabaseError } from 'pg';
import { serviceLimits, silenceReserveMs } from './database-limits.ts';

/** SQLSTATEs with which the server ends the connection: shut down, terminated, rested too long in a transaction. */
const farewells = ['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04'];

/**
 * A connection that does not wait for ever. A network that drops packets tells neither side, so a server that leaves
 * statements unanswered for longer than it may take for one is given up: the socket is closed, what was asked fails.
 */
export class WatchedClient extends Client {
  /** What opens a transaction on this connection. */
  beginText = 'begin';
  /** Called when the server was given up for its silence. */
  onSilence: () => void = () => {};
  /** The server's first refusal since this was last cleared; statements that were sent behind it fail by it. */
  refusal: unknown = null;
  private limitMs = serviceLimits.statementMs + silenceReserveMs;
  private timer: NodeJS.Timeout | undefined;
  private silent = false;
  private broken = false;

  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    // A connection may break at any moment, also while it is handed out; who uses it learns it from the next statement.
    this.on('error', () => (this.broken = true));
    this.on('drain', () => this.rest());
    this.once('end', () => this.rest());
    this.connection.on('errorMessage', (problem: unknown) => (this.refusal ??= problem));
    this.connection.on('readyForQuery', () => {
      this.silent = false;
      this.timer?.refresh();
    });
  }

  /** How long a statement may take, from now on. */
  allow(statementMs: number): void {
    this.limitMs = statementMs + silenceReserveMs;
    if (this.timer !== undefined) this.watch();
  }

  /** Whether this failure is one of the connection, and not the server's answer to a statement. */
  isLost(problem: unknown): boolean {
    return this.broken || (problem instanceof DatabaseError && farewells.includes(problem.code ?? ''));
  }

  /** Closes the socket without a farewell that nobody might hear. */
  drop(): void {
    this.broken = true;
    this.connection.stream.destroy();
  }

  override query(...ask: unknown[]): never {
    if (this.timer === undefined) this.watch();
    return (super.query as (...ask: unknown[]) => unknown).apply(this, ask) as never;
  }

  /** A farewell is not waited for any longer than an answer. */
  override end(...rest: unknown[]): never {
    this.watch().unref();
    return (super.end as (...rest: unknown[]) => unknown).apply(this, rest) as never;
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

  /** After a pause of this whole process the answer may lie in the socket: it is read before anybody is given up. */
  private listenOnceMore(): void {
    this.silent = true;
    setImmediate(() => {
      if (!this.silent || this.timer === undefined) return;
      this.drop();
      this.onSilence();
    });
  }
}
