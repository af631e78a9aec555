/** Style sheet and scripts of the site, at addresses with their hash. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStyle, styleOf } from '../../../src/web/styles.ts';
import { packageFolder, sitePath } from './repository.ts';

const names = ['docs.css', 'theme.js', 'docs.js', 'search.js', 'icon.svg'];

export interface Assets {
  address: (name: string) => string;
  /** Into the built site. */
  write: (folder: string) => void;
}

export function readAssets(): Assets {
  const files = new Map(
    names.map((name) => {
      const text = name === 'docs.css' ? sheet() : readFileSync(join(packageFolder, 'assets', name), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
      return [name, { path: name.replace('.', `.${hash}.`), text }];
    }),
  );
  return {
    address: (name) => `${sitePath}assets/${files.get(name)?.path}`,
    write(folder) {
      mkdirSync(join(folder, 'assets'), { recursive: true });
      for (const { path, text } of files.values()) writeFileSync(join(folder, 'assets', path), text);
    },
  };
}

const darkColours = /@media screen and \(prefers-color-scheme: ?dark\) ?\{:root ?\{([^}]*)\}\}/;

/** The program's colours and base; dark follows the system until the reader chooses. */
function sheet(): string {
  const common = styleOf('tokens', 'base', 'skip', 'chart');
  const [block, dark] = darkColours.exec(common) ?? [];
  if (block === undefined) throw new Error('src/web/style/tokens.css has no dark colours any more.');
  const chosen = `@media screen{:root[data-theme=dark]{color-scheme:dark;${dark}}}@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}:root[data-theme=light]{color-scheme:light}`;
  return `${common.replace(block, chosen)}${readStyle(join(packageFolder, 'assets/docs.css'))}`;
}
