/** The files of the built documentation site. Found by exact path, so no address can leave the folder. */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

export interface SiteFile {
  bytes: Buffer;
  isCompressed: boolean;
  contentType: string;
  etag: string;
  /** Its address changes with its content. */
  isImmutable: boolean;
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.pf_meta': 'application/octet-stream',
  '.pf_index': 'application/octet-stream',
  '.pf_fragment': 'application/octet-stream',
  '.pf_filter': 'application/octet-stream',
  '.pagefind': 'application/octet-stream',
};
/** Copied files of the repository: settings, programs, tables. */
const otherwise = 'text/plain; charset=utf-8';

const immutable = /^(?:assets|pagefind\/(?:fragment|index|filter))\//;

export class SiteFiles {
  #paths = new Set<string>();
  #readAt: number | null = null;

  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Whether somebody has built the site; a newer one is noticed. */
  isBuilt(): boolean {
    this.#look();
    return this.#paths.has('index.html') || this.#paths.has('search/index.html');
  }

  has(path: string): boolean {
    this.#look();
    return this.#paths.has(path);
  }

  #look(): void {
    const at = statSync(this.folder, { throwIfNoEntry: false })?.mtimeMs ?? null;
    // In a release the time is 0.
    if (at !== this.#readAt) this.#paths = at === null ? new Set() : new Set(listFiles(this.folder));
    this.#readAt = at;
  }

  /** Where the page with this name is, if its address lacks only the last slash. */
  isFolder = (path: string): boolean => this.#paths.has(`${path}/index.html`);

  async read(path: string, takesGzip: boolean): Promise<SiteFile | null> {
    const name = path === '' || path.endsWith('/') ? `${path}index.html` : path;
    if (!this.#paths.has(name) || name.endsWith('.gz')) return null;
    const isCompressed = takesGzip && this.#paths.has(`${name}.gz`);
    const bytes = await readFile(join(this.folder, isCompressed ? `${name}.gz` : name));
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    return {
      bytes,
      isCompressed,
      contentType: contentTypes[extname(name)] ?? otherwise,
      etag: `"${hash}"`,
      isImmutable: immutable.test(name),
    };
  }
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
