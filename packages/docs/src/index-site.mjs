// The index of the search, https://pagefind.app: words by their stems, each language for itself.
import { join } from 'node:path';
import { close, createIndex } from 'pagefind';

export async function indexSite(folder) {
  const { index, errors } = await createIndex({ keepIndexUrl: false });
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const added = await index.addDirectory({ path: folder });
  const written = await index.writeFiles({ outputPath: join(folder, 'pagefind') });
  await close();
  const problems = [...added.errors, ...written.errors];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return added.page_count;
}
