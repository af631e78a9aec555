import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { operator } from '../../../src/people/access/party.ts';
import { shownFields } from '../../../src/certificates/templates/compose-template.ts';
import { fieldOf, noFile } from '../../support/template-form.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { typed } from './samples.ts';

describe('what people type into the form of a template', () => {
  let world: TestWorld;
  let catalogue: Visitor;

  before(async () => {
    world = await testWorld();
    catalogue = await visitor(world, operator, 'catalogue');
  });
  after(() => world[Symbol.asyncDispose]());

  for (const { name, input, right } of typed)
    test(name, async () => {
      const { id, supplierId } = await world.product({ scheme: 'pool' });
      const { rows } = await world.home.db.query<{ id: number }>(
        `insert into template_drafts (supplier_id, product_id, body, by_name, created_at)
         values ($1, $2, $3, 'Анна', $4) returning id`,
        [supplierId, id, input.base === undefined ? null : JSON.stringify(input.base), world.clock.now()],
      );
      const shown = Object.fromEntries(shownFields(input.base ?? null));
      const fields = Object.fromEntries(
        Object.entries(input.fields).map(([field, text]) => [
          field,
          text.replace('{base}', world.ctx.config.baseUrl),
        ]),
      );
      const form = { of: `d${rows[0]?.id}`, ...shown, ...fields };
      const answer = await catalogue.upload(`/o/products/${id}/templates/edit`, form, noFile);
      if ('refused' in right) {
        assert.equal(answer.statusCode, 422, answer.body);
        assert.match(fieldOf(answer.body, right.field), right.refused);
        return;
      }
      assert.equal(answer.statusCode, 303, answer.body);
      const kept = await world.home.db.query<{ body: object }>(
        `select body from template_drafts where supplier_id = $1 and product_id = $2 and ended_at is null`,
        [supplierId, id],
      );
      assert.deepEqual(
        kept.rows.map(({ body }) => body),
        [{ facevalue_template: 1, ...right.kept }],
      );
    });
});
