/** The database server that the program uses: one by address, or the embedded one. */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { clusterFolderOf } from './embedded/initialise-cluster.ts';
import { startEmbeddedPostgres } from './embedded/start.ts';
import { lockFile, type FileLock } from '../process/file-lock.ts';
import { StartProblem, unusableDataFolder } from '../process/start-problem.ts';

export interface AttachOptions {
  /** An external server; null for the embedded one in the data folder. */
  databaseUrl: string | null;
  dataFolder: string;
  onProgress?: ((message: string) => void) | undefined;
  /** True for the one server process of a data folder, false for commands and workers that join it. */
  exclusive: boolean;
}

export interface AttachedDatabase {
  url: string;
  stop(): Promise<void>;
}

const databaseName = 'facevalue';
const duplicateDatabase = '42P04';
/** How long a new process waits for another that is just stopping. */
const ownerWaitMs = 4000;

/**
 * Returns the URL of the database; creates, starts or joins the embedded server if necessary. Throws a StartProblem if
 * a person has to do something first.
 */
export async function attachDatabase(options: AttachOptions): Promise<AttachedDatabase> {
  if (options.databaseUrl !== null) return { url: options.databaseUrl, stop: () => Promise.resolve() };

  const dataFolder = resolve(options.dataFolder);
  makeDataFolder(dataFolder);
  const owner = options.exclusive ? await ownDataFolder(dataFolder) : null;
  try {
    const server = await startEmbeddedPostgres({
      folder: join(dataFolder, 'postgres'),
      onProgress: options.onProgress,
    });
    await createDatabaseOnce(server.url('postgres'));
    const stop = async () => {
      await server.stop();
      owner?.release();
    };
    return { url: server.url(databaseName), stop };
  } catch (error) {
    owner?.release();
    throw error;
  }
}

/** For commands that need existing data: a mistyped folder must not become a new, empty installation. */
export function requireCluster(settings: Pick<AttachOptions, 'databaseUrl' | 'dataFolder'>): void {
  const dataFolder = resolve(settings.dataFolder);
  const known = join(clusterFolderOf(join(dataFolder, 'postgres')), 'PG_VERSION');
  if (settings.databaseUrl !== null || existsSync(known)) return;
  throw new StartProblem(
    `There is no database in the data folder ${dataFolder}: name the right one by FACEVALUE_DATA, a server of your own by DATABASE_URL, or make one by facevalue start.`,
  );
}

function makeDataFolder(dataFolder: string): void {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    accessSync(dataFolder, constants.W_OK | constants.X_OK);
  } catch (problem) {
    throw unusableDataFolder(dataFolder, problem);
  }
}

async function ownDataFolder(dataFolder: string): Promise<FileLock> {
  const pidFile = join(dataFolder, 'server.pid');
  const lock = await lockFile(join(dataFolder, 'server.lock'), 'exclusive', ownerWaitMs);
  if (lock === null) {
    throw new StartProblem(
      `Facevalue already runs on the data folder ${dataFolder} (process ${readPid(pidFile)}): stop it, or set FACEVALUE_DATA to another folder.`,
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return lock;
}

function readPid(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}

async function createDatabaseOnce(serverUrl: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const known = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (known.rowCount === 0) await client.query(`create database ${databaseName}`);
  } catch (error) {
    // Two processes may join a new server at the same time.
    if (!(error instanceof DatabaseError && error.code === duplicateDatabase)) throw error;
  } finally {
    await client.end();
  }
}
