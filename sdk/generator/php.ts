import type { Model, NamedType, Operation, Type } from './model.ts';

/** The PHP SDK's `Operations.php`: array shapes, error table and one method an operation. */
export function emitPhp(model: Model): string {
  return [
    '<?php',
    '',
    '// Made by sdk/generate.ts from docs/openapi.json. Do not edit.',
    '',
    'declare(strict_types=1);',
    '',
    'namespace Facevalue;',
    '',
    '/**',
    ' * One method an operation. The shapes are for PHPStan, Psalm and editors.',
    ' *',
    ...model.types.map(shapeOf),
    ' */',
    'abstract class Operations',
    '{',
    errorsOf(model),
    uuidsOf(model),
    '    /** @param array<string, mixed> $fields */',
    '    abstract protected function call(string $cmd, array $fields): array;',
    '',
    model.operations.map(methodOf).join('\n\n'),
    '}',
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
      return 'int';
    case 'number':
      return 'int|float';
    case 'truth':
      return 'bool';
    case 'null':
      return 'null';
    case 'one-of':
      return type.values.map(quote).join('|');
    case 'list':
      return `list<${typeOf(type.of)}>`;
    case 'tuple':
      return `array{${type.of.map(typeOf).join(', ')}}`;
    case 'map':
      return `array<string, ${typeOf(type.of)}>`;
    case 'either':
      return type.of.map(typeOf).join('|');
    case 'named':
      return type.name;
  }
}

function shapeOf(type: NamedType): string {
  const fields = type.fields.map(
    (field) => `${field.name}${field.required ? '' : '?'}: ${typeOf(field.type)}`,
  );
  return ` * @phpstan-type ${type.name} array{${fields.join(', ')}}`;
}

function errorsOf(model: Model): string {
  const lines = model.errors.map(
    ({ code, meaning, retry }) =>
      `        ${code} => ['meaning' => ${quote(meaning)}, 'retry' => ${quote(retry)}],`,
  );
  return [
    '    /** Every error code of the API and its callbacks; `retry`: whether the same request may get another answer. */',
    '    public const ERROR_TABLE = [',
    ...lines,
    '    ];',
    '',
  ].join('\n');
}

function uuidsOf(model: Model): string {
  const commands = model.operations.filter(({ addsUuid }) => addsUuid).map(({ cmd }) => quote(cmd));
  return [
    '    /** Operations whose request gets a uuid when it has none, so that they can be repeated safely. */',
    `    protected const COMMANDS_WITH_UUID = [${commands.join(', ')}];`,
    '',
  ].join('\n');
}

function methodOf({ cmd, title, request, needsFields, takesId, answer }: Operation): string {
  const type = takesId ? 'array|int' : 'array';
  const parameter = request === null ? '' : `${type} $fields${needsFields ? '' : ' = []'}`;
  const fields = takesId ? "is_int($fields) ? ['id' => $fields] : $fields" : '$fields';
  return [
    '    /**',
    `     * ${title}.`,
    '     *',
    ...(request === null ? [] : [`     * @param ${request}${takesId ? '|int' : ''} $fields`]),
    `     * @return ${typeOf(answer)}`,
    '     */',
    `    public function ${cmd}(${parameter}): array`,
    '    {',
    `        return $this->call(${quote(cmd)}, ${request === null ? '[]' : fields});`,
    '    }',
  ].join('\n');
}
