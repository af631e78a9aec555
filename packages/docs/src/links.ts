/** Where a link or picture of a page leads. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { addressOf, type DocPage } from './pages.ts';
import { root, sitePath } from './repository.ts';

const isForeign = (href: string): boolean => /^[a-z][a-z+.-]*:/i.test(href) || href.startsWith('//');

export class Links {
  /** Files of the repository that the site needs a copy of. */
  readonly copied = new Set<string>();
  readonly dead: string[] = [];
  readonly #addresses: Map<string, string>;

  constructor(pages: readonly DocPage[]) {
    this.#addresses = new Map(pages.map((page) => [page.file, addressOf(page)]));
  }

  /** Addresses for the site of `operating.md#backup`, `../compose.yaml`, `pictures/till.jpg` in a page. */
  resolve(file: string, href: string): string {
    if (href.startsWith('#') || href.startsWith('/') || isForeign(href)) return href;
    const [path = '', anchor] = decodeURI(href).split('#');
    const target = normalize(join(dirname(file), path));
    const address = this.#addresses.get(target) ?? this.#copyOf(target);
    if (address === null) {
      this.dead.push(`${file}: ${href}`);
      return href;
    }
    return anchor === undefined ? address : `${address}#${anchor}`;
  }

  #copyOf(target: string): string | null {
    const path = join(root, target);
    if (target.startsWith('..') || !existsSync(path) || !statSync(path).isFile()) return null;
    this.copied.add(target);
    return `${sitePath}files/${target.replaceAll(/(^|\/)\./g, '$1')}`;
  }
}
