import { StartProblem } from '../process/start-problem.ts';

/** The raw environment: names and texts. Only config.ts takes them from the process. */
export type Environment = Record<string, string | undefined>;

export const text = (env: Environment, name: string, fallback: string): string => env[name] || fallback;

/** Reports all missing settings at once. */
export function requireAll(env: Environment, names: readonly string[]): void {
  const missing = names.filter((name) => !env[name]);
  if (missing.length === 0) return;
  throw new StartProblem(`${missing.join(', ')} must be set in production (see .env.example).`);
}

export function integer(
  env: Environment,
  name: string,
  fallback: number,
  least: number,
  most: number,
): number {
  const value = env[name] ? Number(env[name]) : fallback;
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new StartProblem(`${name} must be a whole number from ${least} to ${most}.`);
  }
  return value;
}

export function flag(env: Environment, name: string, fallback: boolean): boolean {
  const value = env[name];
  if (!value) return fallback;
  if (value !== '0' && value !== '1') throw new StartProblem(`${name} must be 0 or 1.`);
  return value === '1';
}

export function oneOf<Value extends string>(
  env: Environment,
  name: string,
  fallback: Value,
  values: readonly Value[],
): Value {
  const given = text(env, name, fallback);
  const value = values.find((one) => one === given);
  if (value === undefined) throw new StartProblem(`${name} must be one of ${values.join(', ')}.`);
  return value;
}
