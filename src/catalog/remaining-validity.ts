/**
 * SQL conditions for the minimum remaining validity: a certificate is offered and sold only if it is still valid for
 * the product's minimum of days when it is delivered. `day` is the Moscow day of the delivery. Days of validity count
 * from the delivery, and codes issued by the supplier bring their own expiry date, so only a fixed expiry date of the
 * product can be too soon here.
 */
export const productLasts = (product: string, day: string): string =>
  `coalesce(${product}.valid_until >= ${day}::date + ${product}.min_validity_days, true)`;

/** Codes without their own expiry date are valid as long as the product says. */
export const lotLasts = (lot: string, product: string, day: string): string =>
  `(${lot}.ends_on >= ${day}::date + ${product}.min_validity_days
    and (${lot}.ends_on < 'infinity' or ${productLasts(product, day)}))`;

/** The last day of the codes of a lot: the lot's own, or the product's. */
export const lotEnd = (lot: string, product: string): string =>
  `coalesce(nullif(${lot}.ends_on, 'infinity'), ${product}.valid_until, 'infinity')`;
