/** Whatever is given as uuid, and whichever answers are lost: one call of an SDK, and its repeat by the same uuid, is one order. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import { isGiven } from '../../src/platform/values/fields.ts';
import { uuids } from '../field/sdk/samples.ts';
import { drive, sdkNames, type Sdk, type Step } from './sdk-programs.ts';
import { sdkWorld, type SdkWorld } from './sdk-world.ts';
import { unreliableNetwork, type Treatment } from './unreliable-network.ts';

let world: SdkWorld;

before(async () => {
  world = await sdkWorld();
});
after(() => world[Symbol.asyncDispose]());

/** What drivers know by name, as JSON has no such values. */
const unusual: Record<'typescript' | 'python' | 'php', readonly string[]> = {
  typescript: [
    'undefined',
    'not a number',
    'infinite',
    'no date',
    'boxed empty text',
    'function',
    'symbol',
    'null by toJSON',
    'empty by toJSON',
    'big integer',
    'of an object with toJSON',
  ],
  python: ['not a number', 'infinite', 'empty text of an enumeration', 'empty tuple', 'bytes'],
  php: [
    'infinite',
    'not a number',
    'empty text of an enumeration',
    'null by JsonSerializable',
    'empty by JsonSerializable',
    'an object',
  ],
};
const unusualOf = (sdk: Sdk): readonly string[] =>
  sdk === 'python' || sdk === 'php' ? unusual[sdk] : unusual.typescript;

interface Call {
  /** Absent where it is undefined. */
  uuid?: unknown;
  uuidIs?: string;
  text: string;
  treatments: Treatment[];
}

const attempts = 3;
const nothingDecided = { status: 503, body: '{"status":"error","error":{"code":9000,"text":"try again"}}' };
const refused = {
  status: 200,
  body: '{"status":"error","error":{"code":1001,"text":"wrong id or signature"}}',
};
const treatments = fc.array(
  fc.constantFrom<Treatment>(
    'lose-answer',
    'lose-answer',
    nothingDecided,
    { status: 502, body: '<html>' },
    'pass',
  ),
  { minLength: 1, maxLength: attempts },
);
const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const plainUuid = fc.oneof(
  fc.constantFrom(null, '', undefined, true, ' ', [], {}, 17, 1e21, '\0'),
  fc.uuid(),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 1 }),
);
const plainCall: fc.Arbitrary<Call> = fc.record({ uuid: plainUuid, text, treatments });
/** A uuid of the shop is one of the shop's orders: given ones differ, as the server reads them. */
const taken = new Set(uuids.map(({ input }) => String(input)));
const plainCalls = fc.uniqueArray(
  plainCall.filter(({ uuid }) => !isGiven(uuid) || !taken.has(String(uuid))),
  {
    minLength: 15,
    maxLength: 15,
    comparator: (one, other) => isGiven(one) && one === other,
    selector: ({ uuid }) => (isGiven(uuid) ? String(uuid) : undefined),
  },
);
/** The answer of an accepted attempt is lost, and the last attempt is refused. */
const unclear: Treatment[][] = [
  ['lose-answer', nothingDecided, nothingDecided],
  ['lose-answer', refused],
  ['lose-answer', { status: 502, body: '<html>' }, refused],
];
/** Each of the least handy ones is there in each run, with every answer of the first call lost. */
const always = [
  ...uuids.map(({ input }): Call => ({ uuid: input, text: '', treatments: lost() })),
  ...unclear.map((answers): Call => ({ text: '', treatments: answers })),
];

function lost(): Treatment[] {
  return Array.from({ length: attempts }, () => 'lose-answer');
}

const nameOf = (index: number): string => `call-${index}`;

function stepOf({ uuid, uuidIs, text: greeting }: Call, index: number): Step {
  const fields = { product_id: world.coffee.id, face: 500, testmode: true, text: greeting };
  const given = uuid === undefined ? {} : { uuid };
  const unusualOne = uuidIs === undefined ? {} : { uuidIs };
  return { do: 'orderTwice', fields: { ...fields, ...given, external_id: nameOf(index) }, ...unusualOne };
}

interface Sent {
  uuid?: unknown;
  external_id: string;
}

const sentIn = (body: string): Sent => JSON.parse(new URLSearchParams(body).get('data') ?? '') as Sent;

async function ordersOf(clientId: number): Promise<Map<string, number[]>> {
  const { rows } = await world.home.db.query<{ name: string; id: number }>(
    'select external_id as name, id from requests where client_id = $1',
    [clientId],
  );
  const byName = Map.groupBy(rows, ({ name }) => name);
  return new Map([...byName].map(([name, all]) => [name, all.map(({ id }) => id)]));
}

async function eachCallIsOneOrder(sdk: Sdk, calls: Call[]): Promise<void> {
  const client = await world.client();
  const left = new Map(calls.map((call, index) => [nameOf(index), [...call.treatments]]));
  await using network = await unreliableNetwork(
    world.baseUrl,
    (body) => left.get(sentIn(body).external_id) ?? [],
  );
  const outcomes = await drive(sdk, world.settingsOf(client, network.url), calls.map(stepOf));
  await world.settle();
  const orders = await ordersOf(client.id);
  const sent = Map.groupBy(network.bodies.map(sentIn), (one) => one.external_id);
  for (const [index, call] of calls.entries()) {
    const ids = orders.get(nameOf(index)) ?? [];
    const outcome = outcomes[index];
    const said = `${sdk} ${JSON.stringify(call)}: ${JSON.stringify(outcome)}`;
    assert.ok(ids.length <= 1, `${ids.length} orders, ${said}`);
    if (outcome?.ok !== undefined) assert.deepEqual(ids, [(outcome.ok as { id: number }).id], said);
    else {
      assert.ok(['ApiError', 'refused before it was sent'].includes(outcome?.error ?? ''), said);
      assert.deepEqual(ids, [], `refused, but ordered: ${said}`);
    }
    const sentUuids = (sent.get(nameOf(index)) ?? []).map(({ uuid }) => JSON.stringify(uuid));
    assert.ok(new Set(sentUuids).size <= 1, `one uuid in all repeats, ${said}`);
    // PHP has one kind of array for objects and lists; such a uuid is refused.
    if (typeof call.uuid === 'object' && call.uuid !== null) continue;
    if (isGiven(call.uuid)) assert.deepEqual([...new Set(sentUuids)], [JSON.stringify(call.uuid)], said);
    else if (outcome?.ok === undefined) assert.notEqual(call.uuidIs, undefined, said);
  }
}

test('the corpus has uuids as the platform reads them', () => {
  for (const { name, input, right } of uuids) assert.equal(isGiven(input), right === 'given', name);
});

test('one call is one order', async () => {
  await fc.assert(
    fc.asyncProperty(plainCalls, async (calls) => {
      await Promise.all(
        sdkNames.map((sdk) => {
          const named = unusualOf(sdk).map((uuidIs): Call => ({ uuidIs, text: '', treatments: lost() }));
          return eachCallIsOneOrder(sdk, [...always, ...named, ...calls]);
        }),
      );
    }),
    { numRuns: 1, endOnFailure: true },
  );
});
