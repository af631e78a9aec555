import type { SourceFile } from './source-file.ts';
import { isDocument } from './documents.ts';

const settingName = /\b(?:FACEVALUE_[A-Z_]+|DATABASE_URL)\b/g;
/** config.ts and the parts it calls. */
const config = /^src\/platform\/(?:settings\/config|[\w/-]+-settings)\.ts$/;

/** Settings of tests, which no installation has. */
const ofTests = /\bFACEVALUE_TEST_[A-Z_]+\b/g;

/**
 * Every setting is read by the configuration and told in .env.example; documents name no other, except those that
 * test/run.ts or what it shares with the tests reads.
 */
export function settingsAreTold(files: SourceFile[]): string[] {
  const namesIn = (path: string): Set<string> =>
    new Set(files.find((file) => file.path === path)?.text.match(settingName) ?? []);
  const read = new Set(
    files.filter(({ path }) => config.test(path)).flatMap(({ text }) => text.match(settingName) ?? []),
  );
  const readByTests = new Set(
    files.filter(({ path }) => path.startsWith('test/')).flatMap(({ text }) => text.match(ofTests) ?? []),
  );
  const told = namesIn('.env.example');
  const untold = [...read]
    .filter((name) => !told.has(name))
    .map((name) => `.env.example does not tell ${name}`);
  const unread = files
    .filter((file) => isDocument(file) || file.path === '.env.example')
    .flatMap(({ path }) =>
      [...namesIn(path)]
        .filter((name) => !read.has(name) && !(readByTests.has(name) && path !== '.env.example'))
        .map((name) => `${path} names ${name}, which nobody reads`),
    );
  return [...untold, ...unread];
}
