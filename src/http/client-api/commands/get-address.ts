/** getAddress: the shops that accept certificates. */
import { z } from 'zod';
import { listAddresses, type AddressFilter } from '../../../catalog/list-addresses.ts';
import type { Database } from '../../../platform/database/database.ts';
import { refuse, wrongFields, type Answer } from '../answer.ts';
import { idsField, readFields, textField, wholeValues } from '../../../platform/values/fields.ts';
import type { Operation } from '../operation.ts';
import { shortCache } from '../short-cache.ts';

const request = {
  product_id: idsField('Products to list; all when absent', { most: 1000 }),
  area_name: textField('Only this area', { most: 255 }),
  locality_name: textField('Only this locality', { most: 255 }),
};

const place = z.tuple([z.string(), z.string()]).meta({ description: 'Address and "latitude longitude"' });

export function getAddress(db: Database): Operation {
  const addresses = shortCache(
    (filter: AddressFilter) => listAddresses(db, filter),
    (filter) => JSON.stringify(filter),
  );
  return {
    cmd: 'getAddress',
    title: 'Where certificates can be spent: area, locality, product, addresses',
    request,
    answer: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.array(place)))),
    errors: [3601],
    async run(_caller, data): Promise<Answer> {
      const reading = readFields(request, data);
      const values = wholeValues(reading);
      if (values === null) return refuse(wrongFields(reading.wrong));
      const filter = {
        productIds: values.product_id,
        areaName: values.area_name,
        localityName: values.locality_name,
      };
      return { is: 'json', json: await addresses(filter) };
    },
  };
}
