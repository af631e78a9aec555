import { z } from 'zod';

/** Every text in the settings below a field marked as a secret. */
export function secretsOf(schema: z.core.$ZodType, value: unknown): string[] {
  const found: string[] = [];
  replaceSecrets(schema, value, (secret) => {
    found.push(secret);
    return secret;
  });
  return found;
}

/** The same settings with each secret replaced. */
export function replaceSecrets(
  schema: z.core.$ZodType,
  value: unknown,
  replace: (secret: string) => string,
): unknown {
  if (value === undefined || value === null) return value;
  if (z.globalRegistry.get(schema)?.['secret'] === true) return replaceTexts(value, replace);
  if (schema instanceof z.ZodObject) return replaceFields(schema, value, replace);
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion) {
    const option = schema.options.find((one) => z.safeParse(one, value).success);
    return option === undefined ? value : replaceSecrets(option, value, replace);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return replaceSecrets(schema.unwrap(), value, replace);
  }
  return value;
}

function replaceFields(
  schema: z.ZodObject,
  value: unknown,
  replace: (secret: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([name, field]) => {
      const shape = schema.shape[name];
      return [name, shape === undefined ? field : replaceSecrets(shape, field, replace)];
    }),
  );
}

function replaceTexts(value: unknown, replace: (secret: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceTexts(one, replace)]));
}
