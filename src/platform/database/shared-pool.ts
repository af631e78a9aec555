/** One pool for several parts of a database, which have tables of the same names in schemas of their own (docs/decisions/0077). */
import type { PoolClient, PoolConfig } from 'pg';
import { connectWithinMs } from './database-limits.ts';
import { FairTurns } from './fair-turns.ts';
import type { Servers } from './servers.ts';
import type { Part } from './watched-client.ts';
import { watched, WatchedPool, type Connection } from './watched-pool.ts';

/** Lends its connections to parts; a connection that was last in the same part comes first. */
export class SharedPool extends WatchedPool {
  private readonly most: number;
  private readonly turns: FairTurns<Part>;

  constructor(servers: Servers, config: PoolConfig & { max: number }) {
    super(servers, config);
    this.most = config.max;
    this.turns = new FairTurns(config.max, connectWithinMs);
  }

  /** A connection whose statements find the tables of this part. */
  async lend(part: Part): Promise<Connection> {
    const untilMs = performance.now() + connectWithinMs;
    await this.turns.take(part);
    const opening = this.nearest(part).then(
      (client) => this.lent(watched(client), part),
      (problem: unknown) => {
        this.turns.giveBack(part);
        throw problem;
      },
    );
    const connection = await inTime(opening, untilMs);
    await enter(connection, part);
    return connection;
  }

  /** Its place is given back with it. */
  private lent(connection: Connection, part: Part): Connection {
    const release = connection.release.bind(connection);
    connection.release = (isUseless) => {
      release(connection.isFull() ? true : isUseless);
      // Only now is it there for whoever is next.
      this.turns.giveBack(part);
    };
    return connection;
  }

  /** One that rests in this part, else one that was there before, else a new one, else the one that has been in fewest others. */
  private nearest(part: Part): Promise<PoolClient> {
    const { _idle: idle, _clients: all, _pulseQueue: pulse } = this as unknown as Internals;
    const place = placeOf(part, idle, all);
    if (place < 0 && this.totalCount < this.most) {
      const others = idle.splice(0);
      const opening = this.connect();
      idle.push(...others);
      return opening;
    }
    idle.push(...idle.splice(place < 0 ? leastVisiting(idle) : place, 1));
    const connecting = this.connect();
    // At once, before another one lies last.
    pulse.call(this);
    return connecting;
  }
}

type Idle = { client: PoolClient }[];

/**
 * So each connection serves few parts. Of several the oldest: the others serve only what runs at the same time, and plan few of the
 * part's statements. Less than 0: none has been there.
 */
function placeOf(part: Part, idle: Idle, all: PoolClient[]): number {
  const place = oldest(all, idle, ({ part: now }) => now === part);
  return place < 0 ? oldest(all, idle, ({ visited }) => visited.has(part)) : place;
}

function oldest(all: PoolClient[], idle: Idle, isThere: (connection: Connection) => boolean): number {
  const there = new Set(idle.flatMap(({ client }) => (isThere(watched(client)) ? [client] : [])));
  const first = all.find((client) => there.has(client));
  return idle.findIndex(({ client }) => client === first);
}

/** Of equals the one that has rested longest. */
function leastVisiting(idle: Idle): number {
  const visits = idle.map(({ client }) => watched(client).visited.size);
  return Math.max(visits.indexOf(Math.min(...visits)), 0);
}

/** What pg-pool does not show: it takes the last of those that rest, and opens one only if none rests. */
interface Internals {
  _idle: Idle;
  /** In the order in which they were opened. */
  _clients: PoolClient[];
  _pulseQueue: () => void;
}

/** To wait for a place and for a connection has one limit, as in every pool. A connection that comes later is given back. */
async function inTime(opening: Promise<Connection>, untilMs: number): Promise<Connection> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => {
      late.reject(new Error(`There was no connection within ${connectWithinMs} ms.`));
      opening.then(
        (connection) => connection.release(),
        () => {},
      );
    },
    Math.max(untilMs - performance.now(), 0),
  );
  try {
    return await Promise.race([opening, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The answer is awaited: a statement sent behind a change that fails would be executed in the part where the connection was before.
 */
async function enter(connection: Connection, part: Part): Promise<void> {
  try {
    await connection.enter(part);
  } catch (problem) {
    connection.drop();
    connection.release(true);
    throw problem;
  }
}

/** The database of one part: opens nothing itself, but borrows from the pool that its server has now. */
export class PartPool extends WatchedPool {
  private readonly part: Part;
  private readonly shared: () => SharedPool;
  private readonly close: () => Promise<void>;

  constructor(part: Part, { servers, shared, close }: Lenders) {
    super(servers, {});
    this.part = part;
    this.shared = shared;
    this.close = close;
  }

  override connect(): never {
    return this.shared().lend(this.part) as never;
  }

  override abandon(): void {
    this.shared().abandon();
  }

  /** Ends what it shares with the others; what is lent is given back before. */
  override end(): never {
    return this.close() as never;
  }
}

export interface Lenders {
  /** Of this part. */
  servers: Servers;
  /** The pool of the server on which it is now. */
  shared: () => SharedPool;
  /** May be called for each part. */
  close: () => Promise<void>;
}
