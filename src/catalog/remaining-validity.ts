/**
 * A certificate is offered and sold only if it is still valid for the product's minimum of days when it is delivered.
 * These say so in SQL; `day` is the Moscow day of the delivery. Days of validity count from the delivery and codes that
 * their supplier issues say their end when they come, so that here only an end that the product names can be too soon.
 */
export const productLasts = (product: string, day: string): string =>
  `coalesce(${product}.valid_until >= ${day}::date + ${product}.min_validity_days, true)`;

/** Codes that name no end of their own are valid as long as the product says. */
export const lotLasts = (lot: string, product: string, day: string): string =>
  `(${lot}.ends_on >= ${day}::date + ${product}.min_validity_days
    and (${lot}.ends_on < 'infinity' or ${productLasts(product, day)}))`;

/** The last day of the codes of a lot: their own, or the product's. */
export const lotEnd = (lot: string, product: string): string =>
  `coalesce(nullif(${lot}.ends_on, 'infinity'), ${product}.valid_until, 'infinity')`;
