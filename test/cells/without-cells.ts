/** `npm run test:all -- --with=cells`: every test world has three cells. */

/** How many cells the worlds of a run have (docs/decisions/0077); none if it is not given. */
export const CELLS_VARIABLE = 'FACEVALUE_TEST_CELLS';

const oldClients = 'its clients have numbers from before, which name no cell';

/** The test files that a run with cells leaves out, and why. */
export const withoutCells: Readonly<Record<string, string>> = {
  'test/golden/golden.test.ts':
    'orders of two cells have other numbers, and what leaves the platform looks the same',
  'test/http/client-api/client-api-callers.test.ts': oldClients,
  'test/http/client-api/client-api-transport.test.ts': oldClients,
  'test/redemption/redeem-batch.test.ts':
    'it gives one batch codes of two cells; what tills do with several cells is in test/cells/tills.test.ts',
  'test/upkeep/restores/erasures-again.test.ts':
    'it looks into a copy of the database; test/cells/restores.test.ts restores one with cells',
  'test/upkeep/restores/judging.test.ts':
    'its margin is of codes; with cells a restore sets all aside (decision 77)',
};
