import type { Field, Model, NamedType, Operation, Type } from './model.ts';

/** The TypeScript SDK's `operations.ts`: types, error table and one method an operation. */
export function emitTypeScript(model: Model): string {
  return [
    '// Made by sdk/generate.ts from docs/openapi.json. Do not edit.',
    '',
    ...model.types.map(namedOf),
    errorsOf(model),
    uuidsOf(model),
    classOf(model),
    '',
  ].join('\n');
}

const quote = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", String.raw`\'`)}'`;

function typeOf(type: Type): string {
  switch (type.is) {
    case 'text':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'truth':
      return 'boolean';
    case 'null':
      return 'null';
    case 'one-of':
      return type.values.map(quote).join(' | ');
    case 'list':
      return ['either', 'one-of'].includes(type.of.is) ? `(${typeOf(type.of)})[]` : `${typeOf(type.of)}[]`;
    case 'tuple':
      return `[${type.of.map(typeOf).join(', ')}]`;
    case 'map':
      return `Record<string, ${typeOf(type.of)}>`;
    case 'either':
      return type.of.map(typeOf).join(' | ');
    case 'named':
      return type.name;
  }
}

function fieldOf(field: Field): string {
  const comment = field.description === '' ? [] : [`  /** ${field.description}. */`];
  const type = field.required ? typeOf(field.type) : `${typeOf(field.type)} | undefined`;
  return [...comment, `  ${field.name}${field.required ? '' : '?'}: ${type};`].join('\n');
}

function namedOf(type: NamedType): string {
  const comment = type.description === '' ? [] : [`/** ${type.description.replace(/\.?$/, '.')} */`];
  return [...comment, `export interface ${type.name} {`, ...type.fields.map(fieldOf), '}', ''].join('\n');
}

function errorsOf(model: Model): string {
  const lines = model.errors.map(
    ({ code, meaning, retry }) => `  ${code}: { meaning: ${quote(meaning)}, retry: ${quote(retry)} },`,
  );
  return [
    '/** Whether the same request may get another answer: never, at once, later, or after a correction. */',
    `export type Retry = ${[...new Set(model.errors.map(({ retry }) => quote(retry)))].join(' | ')};`,
    '',
    '/** Every error code of the API and its callbacks. */',
    'export const errorTable: Readonly<Record<number, { meaning: string; retry: Retry }>> = {',
    ...lines,
    '};',
    '',
  ].join('\n');
}

function uuidsOf(model: Model): string {
  const commands = model.operations.filter(({ addsUuid }) => addsUuid).map(({ cmd }) => quote(cmd));
  return [
    '/** Operations whose request gets a uuid when it has none, so that they can be repeated safely. */',
    `export const commandsWithUuid: readonly string[] = [${commands.join(', ')}];`,
    '',
  ].join('\n');
}

function methodOf({ cmd, title, request, needsFields, takesId, answer }: Operation): string {
  const type = takesId ? `${request} | number` : request;
  const parameter = request === null ? '' : `fields: ${type}${needsFields ? '' : ' = {}'}`;
  const fields = takesId ? "typeof fields === 'number' ? { id: fields } : fields" : 'fields';
  const head = `  ${cmd}(${parameter}): Promise<${typeOf(answer)}> {`;
  // As the formatter would break it.
  const lines =
    head.length <= 110 ? [head] : [`  ${cmd}(`, `    ${parameter},`, `  ): Promise<${typeOf(answer)}> {`];
  return [
    `  /** ${title}. */`,
    ...lines,
    `    return this.call(${quote(cmd)}, ${request === null ? '{}' : fields});`,
    '  }',
  ].join('\n');
}

function classOf(model: Model): string {
  return [
    '/** One method an operation. */',
    'export abstract class Operations {',
    '  protected abstract call<Answer>(cmd: string, fields: object): Promise<Answer>;',
    '',
    model.operations.map(methodOf).join('\n\n'),
    '}',
  ].join('\n');
}
