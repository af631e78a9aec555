/** What is left of the monthly limits of brands. */
import { listBrandsOfAll, type Brand } from '../../../catalog/brand.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { emptyView, tableView } from '../../../web/shell/list-view.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';

const labelsOf: Record<
  Language,
  Record<'title' | 'lead' | 'none' | 'brand' | 'orders' | 'sum' | 'alert' | 'low', string>
> = {
  ru: {
    title: 'Лимиты',
    lead: 'Сколько осталось от месячных лимитов брендов в этом московском месяце.',
    none: 'Ни у одного бренда нет месячного лимита: задайте его на странице поставщика.',
    brand: 'Бренд',
    orders: 'Осталось заказов',
    sum: 'Осталось на сумму',
    alert: 'Предупредить при, %',
    low: 'мало',
  },
  en: {
    title: 'Limits',
    lead: 'What is left of the monthly limits of brands in this Moscow month.',
    none: 'No brand has a monthly limit: set one on the page of its supplier.',
    brand: 'Brand',
    orders: 'Orders left',
    sum: 'Sum left',
    alert: 'Alert at, %',
    low: 'low',
  },
};

/** `/o/limits`: what is left of what was agreed for this month; the alerts judge alike. */
export function addLimits(pages: OperatorPages): void {
  pages.page<Brand[]>({ path: '/o/limits', needs: 'suppliers.read', load, view });
}

async function load({ ctx, now }: OperatorCall): Promise<Brand[]> {
  const brands = await listBrandsOfAll(ctx, null, now);
  return brands.filter((brand) => brand.monthlyOrders !== null || brand.monthlySumKopecks !== null);
}

function view(brands: Brand[], call: OperatorCall) {
  const { language } = call;
  const labels = labelsOf[language];
  const left = (
    most: number | null,
    used: number,
    brand: Brand,
    show: (number: number) => string,
  ): Content => {
    if (most === null) return '–';
    const rest = Math.max(0, most - used);
    const isLow =
      rest === 0 || (brand.lowLimitPercent !== null && rest * 100 <= most * brand.lowLimitPercent);
    return html`<span>${isLow && html`<span class="state no">${labels.low}</span> `}${show(rest)} / ${show(most)}</span>`;
  };
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${
  brands.length === 0
    ? emptyView(labels.none)
    : html`<section class="card">${tableView({
        caption: labels.title,
        leads: 0,
        columns: [
          { name: labels.brand },
          { name: labels.orders, look: 'sum' },
          { name: labels.sum, look: 'sum' },
          { name: labels.alert, look: 'sum' },
        ],
        rows: brands.map((brand) => [
          operatorLink(call, `/o/suppliers/${brand.supplierId}`, brand.name),
          left(brand.monthlyOrders, brand.usedOrders, brand, (number) => formatCount(number, language)),
          left(brand.monthlySumKopecks, brand.usedSumKopecks, brand, (number) =>
            formatFace(number, language),
          ),
          brand.lowLimitPercent === null ? '–' : String(brand.lowLimitPercent),
        ]),
      })}</section>`
}`,
  };
}
