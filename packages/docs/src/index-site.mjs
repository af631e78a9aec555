// The index of the search, https://pagefind.app: words by their stems, each language for itself.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { close, createIndex } from 'pagefind';

/** We write the files: on a busy machine Pagefind says that it has written them while the last ones are still empty. */
export async function indexSite(folder) {
  const { index, errors } = await createIndex({ keepIndexUrl: false });
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const added = await index.addDirectory({ path: folder });
  const made = await index.getFiles();
  await close();
  const problems = [...added.errors, ...made.errors];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  for (const { path, content } of made.files) {
    const file = join(folder, 'pagefind', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return added.page_count;
}
