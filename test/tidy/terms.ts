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
    // The nodes of a cluster of Citus are none.
    except: /^src\/platform\/cells\/prepare-nodes\.ts$/,
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

/** Here the terms are named, and in the tests of the rules. */
const isRuleBook = ({ path }: SourceFile): boolean => path.startsWith('test/tidy/');

/** Literary words, each with the term of the field that says the same. docs/developing/glossary.md has them. */
const literaryWords: Record<string, string> = {
  'pile|piles': 'pool, lot',
  poor: 'without funds',
  'room|rooms|roomy': 'capacity, space',
  'door|doors': 'route',
  'mood|moods': 'state',
  'manner|manners': 'mode',
  manieth: 'number, round',
  "nobodys|nobody['’]s": 'unknown',
  hasty: 'without delayed mode',
  anew: 'again',
  'rubbish|nonsense': 'invalid',
  believed: 'authenticated',
  fate: 'result',
  'misbehave|misbehaves': 'fail',
  'converse|converses': 'call',
  'obey|obeys': 'execute',
  wishes: 'preferences',
  'wear|wears': 'have',
  'way out|ways out': 'option, exit',
  'good no more': 'invalid',
  'goes its way|go their way': 'continues',
  worthless: 'invalid',
  'lies in|lies on': 'is in, has',
};

/** Drawings of houses have doors. */
const mayBeLiterary = /^(?:CHANGELOG\.md$|seeds\/pictures\/)/;

/** At the beginning of an identifier, within it, and in comments, titles, texts and documents. */
const wordsOf = (words: string): RegExp => {
  const capitals = words.replaceAll(
    /(^|\|)(\w)/g,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
  return new RegExp(`(?<![A-Za-z])(?:${words})(?![a-z])|(?:${capitals})(?![a-z])`);
};

const literary = Object.entries(literaryWords).map(([words, term]) => ({ word: wordsOf(words), term }));

/** Terms of the field in code and documents, not literary words for them. */
export function plainTerms(files: SourceFile[]): string[] {
  return files
    .filter((file) => isCode(file) || file.path.endsWith('.md'))
    .filter((file) => !isRuleBook(file) && !mayBeLiterary.test(file.path))
    .flatMap(({ path, text }) =>
      literary.flatMap(({ word, term }) => {
        const found = word.exec(text)?.[0];
        return found === undefined ? [] : [`${path}: say ${term}, not ${found}`];
      }),
    );
}
