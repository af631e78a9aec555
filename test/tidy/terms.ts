import { isCode, isSource, type SourceFile } from './source-file.ts';

interface BannedTerm {
  word: RegExp;
  why: string;
  /** Where it is welcome. */
  except?: RegExp;
  /** In tests, seeds, simulators and bench too. */
  everywhere?: true;
}

const bannedTerms: BannedTerm[] = [
  {
    word: /\bprocess\.env\b/,
    why: 'settings are read in one file',
    except: /^src\/platform\/settings\/config\.ts$/,
  },
  {
    word: /\bDate\.now\(|\bnew Date\(\)/,
    why: 'time is asked of the clock',
    except: /^src\/platform\/time\/clock\.ts$/,
  },
  { word: /(?::|\bas)\s+any\s*[;,)=\]|>]|<any>|\bany\[\]/, why: 'a type is missing', everywhere: true },
  { word: /@ts-(?:ignore|nocheck|expect-error)/, why: 'the compiler is right', everywhere: true },
  { word: /\b(?:TODO|FIXME|XXX|HACK)\b/, why: 'do it, or write an issue', everywhere: true },
  { word: /\b(?:test|it|describe|suite)\.(?:skip|only|todo)\(/, why: 'every test runs', everywhere: true },
  { word: /\bconsole\./, why: 'only commands talk to people', except: /^src\/commands\// },
  {
    word: /\btimingSafeEqual\b/,
    why: 'secrets are compared in one way',
    except: /^src\/platform\/secrets\/constant-time\.ts$/,
  },
  {
    word: /\bcreate (?:or replace )?(?:trigger|function)\b|\bpg_advisory|\blisten \w+;|\bnotify \w+/i,
    why: 'plain PostgreSQL only',
  },
];

export function noBannedTerms(files: SourceFile[]): string[] {
  return files.flatMap((file) =>
    bannedTerms
      .filter(({ everywhere = false }) => (everywhere ? isCode(file) : isSource(file)))
      .filter(() => !isRuleBook(file))
      .filter(({ except }) => !except?.test(file.path))
      .filter(({ word }) => word.test(file.text))
      .map(({ word, why }) => `${file.path}: ${why} (${word.exec(file.text)?.[0]})`),
  );
}

/** Here the words are named, and in the tests of the rules. */
const isRuleBook = ({ path }: SourceFile): boolean => path.startsWith('test/tidy/');
