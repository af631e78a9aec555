/** Reads settings and collects their problems instead of stopping at the first. */
import type { Environment } from './environment.ts';
import { settingNames } from './setting-names.ts';
import { StartProblem } from '../process/start-problem.ts';

export interface Examined<Config> {
  /** The settings, with default values or placeholders for what is wrong or missing. */
  config: Config;
  /** Names of the settings that are given. */
  given: string[];
  problems: string[];
  /** Given names like those of settings that nobody reads: probably mistyped, or of no effect here. */
  unknown: string[];
  /** Names of required settings that are not given. */
  missing: ReadonlySet<string>;
}

interface WithMailServer {
  smtp: { url: string };
}

/** What takes the place of a required setting, so that the others can be read. Nothing is reached by them. */
const standIns: Record<string, string> = {
  DATABASE_URL: 'postgres://localhost:1/missing',
  FACEVALUE_BASE_URL: 'https://missing.invalid',
  FACEVALUE_TRUSTED_PROXIES: 'none',
  FACEVALUE_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  FACEVALUE_SMTP_URL: 'smtp://missing.invalid',
};

/** Reads the settings as a start would, but goes on after what is wrong, so that all of it is told at once. */
export function examineSettings<Config extends WithMailServer>(
  env: Environment,
  read: (env: Environment) => Config,
): Examined<Config> {
  const given = settingNames.filter((name) => env[name]);
  const unknown = Object.keys(env).filter(
    (name) => /^(?:FACEVALUE|OTEL)_/.test(name) && !settingNames.includes(name),
  );
  const tried: Environment = { ...env };
  const missing = new Set<string>();
  const problems: string[] = [];
  // Each round takes one wrong setting away, or adds a stand-in.
  for (let rounds = settingNames.length * 2; rounds > 0; rounds -= 1) {
    try {
      return { config: withoutStandIns(read(tried), missing), given, problems, unknown, missing };
    } catch (problem) {
      if (!(problem instanceof StartProblem)) throw problem;
      problems.push(problem.message);
      if (!mend(tried, namesIn(problem.message), missing)) throw problem;
    }
  }
  throw new StartProblem('The settings could not be read to their end.');
}

/** Where nothing is given there is nothing to try. */
const withoutStandIns = <Config extends WithMailServer>(
  config: Config,
  missing: ReadonlySet<string>,
): Config => (missing.has('FACEVALUE_SMTP_URL') ? { ...config, smtp: { ...config.smtp, url: '' } } : config);

/** The names that a sentence has, in its order. */
const namesIn = (sentence: string): string[] =>
  (sentence.match(/\b[A-Z][A-Z_]+\b/g) ?? []).filter((name) => settingNames.includes(name));

/** False if nothing can be changed by which the next reading would come further. */
function mend(tried: Environment, named: string[], missing: Set<string>): boolean {
  const unset = named.filter((name) => !tried[name] && standIns[name] !== undefined);
  for (const name of unset) {
    tried[name] = standIns[name];
    missing.add(name);
  }
  if (unset.length > 0) return true;
  const wrong = named.find((name) => tried[name] && !missing.has(name));
  if (wrong === undefined) return false;
  delete tried[wrong];
  if (standIns[wrong] !== undefined) {
    tried[wrong] = standIns[wrong];
    missing.add(wrong);
  }
  return true;
}
