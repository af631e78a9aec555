/** What the emitters need of docs/openapi.json: operations with their types, and the error table. */

export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  const?: string | number;
  enum?: (string | number)[];
  anyOf?: Schema[];
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  prefixItems?: Schema[];
  additionalProperties?: Schema;
}

export interface OpenApi {
  info: { version: string };
  components: { schemas: Record<string, Schema> };
  'x-operations': { cmd: string; title: string }[];
  'x-errors': { code: number; meaning: string; retry: string }[];
}

/** A type of the API, free of JSON Schema's many spellings. */
export type Type =
  | { is: 'text' | 'integer' | 'number' | 'truth' | 'null' }
  | { is: 'one-of'; values: (string | number)[] }
  | { is: 'list'; of: Type }
  | { is: 'tuple'; of: Type[] }
  | { is: 'map'; of: Type }
  | { is: 'either'; of: Type[] }
  | { is: 'named'; name: string };

export interface Field {
  name: string;
  type: Type;
  required: boolean;
  description: string;
}

export interface NamedType {
  name: string;
  description: string;
  fields: Field[];
}

export interface Operation {
  cmd: string;
  title: string;
  /** The name of its request type; null when it takes no fields. */
  request: string | null;
  needsFields: boolean;
  /** It asks for one thing by its id, which may then stand for the fields: `getCode(17)`. */
  takesId: boolean;
  answer: Type;
  /** Its request may carry a uuid that protects from duplicates: the SDK adds one. */
  addsUuid: boolean;
}

export interface Model {
  version: string;
  operations: Operation[];
  types: NamedType[];
  errors: OpenApi['x-errors'];
}

/** Names that read better than the path they lie at. */
const SHORT_NAMES: Record<string, string> = {
  MakeOrderRequest: 'Order',
  GetProductsAnswerItem: 'Product',
  GetProductsAnswerItemMainImage: 'ProductImage',
  GetCategoriesAnswerItem: 'Category',
  GetStatusAnswer: 'OrderStatus',
  GetStatusAnswerDeliveryItem: 'Delivery',
  GetReportAnswer: 'BulkReport',
  GetReportAnswerLinesItem: 'BulkLine',
  GetReportAnswerLinesItemProblemsItem: 'BulkProblem',
};

const UUID_FIELD: Field = {
  name: 'uuid',
  type: { is: 'text' },
  required: true,
  description: 'The uuid that was sent; the SDK adds it to the answer',
};

/** The platform takes `id` wherever it takes `queue_id`. */
const ID_FIELDS = ['id', 'queue_id'];

const capital = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const nameOf = (path: string): string => SHORT_NAMES[path] ?? path;

export function readModel(document: OpenApi): Model {
  const types: NamedType[] = [];
  const { schemas } = document.components;

  function addNamed(path: string, schema: Schema, description: string): Type {
    const name = nameOf(path);
    if (types.some((type) => type.name === name)) return { is: 'named', name };
    const type: NamedType = { name, description, fields: [] };
    types.push(type);
    for (const [field, of] of Object.entries(schema.properties ?? {}))
      type.fields.push({
        name: field,
        type: typeOf(of, path + capital(field)),
        required: schema.required?.includes(field) ?? false,
        description: of.description ?? '',
      });
    return { is: 'named', name };
  }

  function typeOf(schema: Schema, path: string): Type {
    if (schema.$ref !== undefined)
      return { is: 'named', name: nameOf(capital(schema.$ref.split('/').at(-1) ?? '')) };
    if (schema.anyOf !== undefined) return either(schema.anyOf.map((one) => typeOf(one, path)));
    if (schema.const !== undefined) return { is: 'one-of', values: [schema.const] };
    if (schema.enum !== undefined) return { is: 'one-of', values: schema.enum };
    if (Array.isArray(schema.type))
      return either(schema.type.map((type) => typeOf({ ...schema, type }, path)));
    return plainTypeOf(schema, path);
  }

  function plainTypeOf(schema: Schema, path: string): Type {
    switch (schema.type) {
      case 'string':
        return { is: 'text' };
      case 'integer':
      case 'number':
      case 'null':
        return { is: schema.type };
      case 'boolean':
        return { is: 'truth' };
      case 'array':
        if (schema.prefixItems !== undefined)
          return { is: 'tuple', of: schema.prefixItems.map((one) => typeOf(one, path)) };
        if (!schema.items) throw new Error(`${path}: a list of nothing`);
        return { is: 'list', of: typeOf(schema.items, `${path}Item`) };
      case 'object':
        if (schema.additionalProperties !== undefined)
          return { is: 'map', of: typeOf(schema.additionalProperties, path) };
        return addNamed(path, schema, schema.description ?? '');
      default:
        throw new Error(`${path}: the generator does not know ${JSON.stringify(schema)}`);
    }
  }

  const operations = document['x-operations'].map(({ cmd, title }): Operation => {
    const request = schemas[`${cmd}Request`];
    const data = schemas[`${cmd}Answer`]?.properties?.['data'];
    if (request === undefined || data === undefined) throw new Error(`${cmd} has no schemas.`);
    const hasFields = Object.keys(request.properties ?? {}).length > 0;
    if (hasFields) addNamed(`${capital(cmd)}Request`, request, `Fields of ${cmd}.`);
    const answer = typeOf(data, `${capital(cmd)}Answer`);
    const addsUuid =
      'uuid' in (request.properties ?? {}) && !request.required?.includes('uuid') && cmd !== 'getReport';
    if (addsUuid && answer.is === 'named')
      types.find(({ name }) => name === answer.name)?.fields.push(UUID_FIELD);
    return {
      cmd,
      title,
      request: hasFields ? nameOf(`${capital(cmd)}Request`) : null,
      needsFields: (request.required ?? []).length > 0,
      takesId: hasFields && Object.keys(request.properties ?? {}).every((name) => ID_FIELDS.includes(name)),
      answer,
      addsUuid,
    };
  });
  return { version: document.info.version, operations, types, errors: document['x-errors'] };
}

/** One type of several, each once, or the only one. */
function either(of: Type[]): Type {
  const values = of.flatMap((type) => (type.is === 'one-of' ? type.values : []));
  if (values.length > 0 && of.every((type) => type.is === 'one-of')) return { is: 'one-of', values };
  const distinct = [...new Map(of.map((type) => [JSON.stringify(type), type])).values()];
  const [only] = distinct;
  return distinct.length === 1 && only !== undefined ? only : { is: 'either', of: distinct };
}
