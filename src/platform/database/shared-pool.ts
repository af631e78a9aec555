/** One pool for several parts of a database, which have tables of the same names in schemas of their own (docs/decisions/0077). */
import { Pool, type ClientConfig, type PoolConfig } from 'pg';
import { connectWithinMs } from './database-limits.ts';
import { FairTurns } from './fair-turns.ts';
import type { ClientClass, Servers } from './servers.ts';
import type { Part, WatchedClient } from './watched-client.ts';
import { watched, WatchedPool, type Connection } from './watched-pool.ts';

/** A pool of one connection, open or not, so that the connection to be lent can be chosen. */
interface Place {
  pool: Pool;
  /** Null: it is not open. */
  connection: Connection | null;
  /** The last that was begun, perhaps not open yet; null: none was. */
  begun: WatchedClient | null;
  /** Which of all that were begun it is. */
  opened: number;
  isLent: boolean;
  /** Which of all that were given back it was last. */
  rested: number;
}

const passedOn = ['connect', 'acquire', 'release', 'remove', 'error'] as const;

/** Lends its connections to parts; a connection that was last in the same part comes first. It opens none itself, but in its places. */
export class SharedPool extends WatchedPool {
  private readonly places: readonly Place[];
  private readonly turns: FairTurns<Part>;
  private opened = 0;
  private rested = 0;

  constructor(servers: Servers, config: PoolConfig & { max: number }) {
    super(servers, config);
    this.places = Array.from({ length: config.max }, () => this.makePlace(config));
    this.turns = new FairTurns(config.max, connectWithinMs);
  }

  private makePlace(config: PoolConfig): Place {
    const begin = (client: WatchedClient): void => {
      place.begun = client;
      place.opened = this.opened += 1;
    };
    const Client = config.Client as ClientClass;
    class ClientOfPlace extends Client {
      constructor(ofConnection?: ClientConfig) {
        super(ofConnection);
        begin(this);
      }
    }
    const place: Place = {
      pool: new Pool({ ...config, Client: ClientOfPlace, max: 1 }),
      connection: null,
      begun: null,
      opened: 0,
      isLent: false,
      rested: 0,
    };
    place.pool.on('connect', (client) => {
      place.connection = watched(client);
    });
    place.pool.on('remove', (client) => {
      if (place.connection === client) place.connection = null;
    });
    for (const event of passedOn) place.pool.on(event, (...of: unknown[]) => this.emit(event, ...of));
    return place;
  }

  /** A connection whose statements find the tables of this part. */
  async lend(part: Part): Promise<Connection> {
    const untilMs = performance.now() + connectWithinMs;
    await this.turns.take(part);
    const place = nearest(part, this.places);
    place.isLent = true;
    const opening = place.pool.connect().then(
      (client) => this.lent(watched(client), place, part),
      (problem: unknown) => {
        this.takeBack(place, part);
        throw problem;
      },
    );
    const connection = await inTime(opening, untilMs);
    await enter(connection, part);
    return connection;
  }

  /** Its place is given back with it. */
  private lent(connection: Connection, place: Place, part: Part): Connection {
    const release = connection.release.bind(connection);
    connection.release = (isUseless) => {
      if (connection.isFull() || isUseless) place.connection = null;
      release(connection.isFull() ? true : isUseless);
      // Only now is it there for whoever is next.
      this.takeBack(place, part);
    };
    return connection;
  }

  private takeBack(place: Place, part: Part): void {
    place.isLent = false;
    place.rested = this.rested += 1;
    this.turns.giveBack(part);
  }

  /** Closes all connections, also those that are in use or not open yet: the server says nothing. */
  abandon(): void {
    for (const { begun } of this.places) begun?.drop();
  }

  override end(): never {
    return Promise.all(this.places.map(({ pool }) => pool.end())) as never;
  }
}

/**
 * A connection that rests in this part, else one that was there before, else a new one, else the one that has been in fewest others. So each
 * serves few parts. Of several the oldest: the others serve only what runs at the same time, and plan few of the part's statements.
 * Whoever has a turn finds a place.
 */
function nearest(part: Part, places: readonly Place[]): Place {
  const free = places.filter(({ isLent }) => !isLent).toSorted((one, other) => one.opened - other.opened);
  const chosen =
    free.find(({ connection }) => connection?.part === part) ??
    free.find(({ connection }) => connection?.visited.has(part)) ??
    free.find(({ connection }) => connection === null) ??
    leastVisiting(free);
  if (chosen === undefined) throw new Error('All connections are lent.');
  return chosen;
}

/** Among equal ones the connection that has been idle longest. */
const leastVisiting = (free: readonly Place[]): Place | undefined =>
  free.toSorted((one, other) => visitsOf(one) - visitsOf(other) || one.rested - other.rested)[0];

const visitsOf = ({ connection }: Place): number => connection?.visited.size ?? 0;

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

  abandon(): void {
    this.shared().abandon();
  }

  /** Ends what it shares with the others; what is lent is given back before. */
  override end(): never {
    return this.close() as never;
  }
}

/** Rejects everything that still waits for the server of this cell, and so of all its cells. */
export const abandon = (ofCell: Pool): void => (ofCell as PartPool).abandon();

export interface Lenders {
  /** The servers of this part. */
  servers: Servers;
  /** The pool of the server on which it is now. */
  shared: () => SharedPool;
  /** May be called for each part. */
  close: () => Promise<void>;
}
