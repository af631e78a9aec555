/** The demo's suppliers and brands. */

export interface DemoSupplier {
  name: string;
  contactEmail: string;
  /** How all of this supplier's products get their codes. */
  scheme: 'pool' | 'platform';
  /** As printed on certificates. */
  legalAddress: string;
}

export interface DemoBrand {
  supplier: SupplierKey;
  name: string;
  /** The brand's name in the file names of its picture. */
  picture: string;
  www: string;
  supportPhone: string;
  supportEmail: string;
  monthlyOrdersLimit?: number;
}

export const demoSuppliers = {
  olkhovyDom: {
    name: 'ООО «Ольховый Дом»',
    contactEmail: 'codes@olkhovy-dom.example',
    scheme: 'pool',
    legalAddress: '101000, г. Москва, Ольховый проезд, д. 12, стр. 3, пом. IV',
  },
  moreglaz: {
    name: 'ООО «Мореглаз Оптика»',
    contactEmail: 'gift@moreglaz.example',
    scheme: 'pool',
    legalAddress: '190000, г. Санкт-Петербург, наб. Смотрового канала, д. 7, лит. А',
  },
  pechDaRech: {
    name: 'ООО «Печь да Речь»',
    contactEmail: 'cert@pech-da-rech.example',
    scheme: 'platform',
    legalAddress: '420000, г. Казань, ул. Тёплых Углей, д. 5',
  },
  slogovo: {
    name: 'ООО «Слогово Медиа»',
    contactEmail: 'partners@slogovo.example',
    scheme: 'platform',
    legalAddress: '101000, г. Москва, Читальный пер., д. 1/2',
  },
  troposhag: {
    name: 'АО «Тропошаг»',
    contactEmail: 'b2b@troposhag.example',
    scheme: 'pool',
    legalAddress: '630000, г. Новосибирск, ул. Дальних Маршрутов, д. 40',
  },
  chabrets: {
    name: 'ООО «Торговый дом „Чабрец“»',
    contactEmail: 'sales@dym-i-chabrets.example',
    scheme: 'pool',
    legalAddress: '350000, г. Краснодар, ул. Чабрецовая, д. 18, оф. 204',
  },
  belka: {
    name: 'ООО «Кварцевая Белка»',
    contactEmail: 'certificates@kvartsevaya-belka.example',
    scheme: 'pool',
    legalAddress: '620000, г. Екатеринбург, Самоцветный тупик, д. 9',
  },
  rosnik: {
    name: 'ООО «Росник Ювелир»',
    contactEmail: 'gift@rosnik.example',
    scheme: 'pool',
    legalAddress: '101000, г. Москва, Росяной пер., д. 3, стр. 1',
  },
  motylek: {
    name: 'ООО «Кинозалы „Мотылёк“»',
    contactEmail: 'tickets@motylek-kino.example',
    scheme: 'pool',
    legalAddress: '620000, г. Екатеринбург, ул. Ночного Сеанса, д. 22',
  },
  larets: {
    name: 'ООО «Сорочий ларец»',
    contactEmail: 'vybor@sorochy-larets.example',
    scheme: 'platform',
    legalAddress: '150000, г. Ярославль, ул. Сорочья, д. 6',
  },
} satisfies Record<string, DemoSupplier>;

export type SupplierKey = keyof typeof demoSuppliers;

export const demoBrands = {
  olkhovyDom: {
    supplier: 'olkhovyDom',
    name: 'Ольховый Дом',
    picture: 'olkhovy-dom',
    www: 'https://olkhovy-dom.example',
    supportPhone: '8 800 000-00-01',
    supportEmail: 'help@olkhovy-dom.example',
  },
  lnitsa: {
    supplier: 'olkhovyDom',
    name: 'Льница',
    picture: 'lnitsa',
    www: 'https://lnitsa.example',
    supportPhone: '+7 495 000-00-02',
    supportEmail: 'care@lnitsa.example',
  },
  moreglaz: {
    supplier: 'moreglaz',
    name: 'Мореглаз',
    picture: 'moreglaz',
    www: 'https://moreglaz.example',
    supportPhone: '+7 812 000-00-03',
    supportEmail: 'zdravstvuyte@moreglaz.example',
  },
  zerno: {
    supplier: 'pechDaRech',
    name: 'Зерно и Тетерев',
    picture: 'zerno-i-teterev',
    www: 'https://zerno-i-teterev.example',
    supportPhone: '+7 843 000-00-04',
    supportEmail: 'bulka@zerno-i-teterev.example',
  },
  pechDaRech: {
    supplier: 'pechDaRech',
    name: 'Печь да Речь',
    picture: 'pech-da-rech',
    www: 'https://pech-da-rech.example',
    supportPhone: '+7 843 000-00-05',
    supportEmail: 'stol@pech-da-rech.example',
  },
  slogovo: {
    supplier: 'slogovo',
    name: 'Слогово',
    picture: 'slogovo',
    www: 'https://slogovo.example',
    supportPhone: '',
    supportEmail: 'support@slogovo.example',
  },
  troposhag: {
    supplier: 'troposhag',
    name: 'Тропошаг',
    picture: 'troposhag',
    www: 'https://troposhag.example',
    supportPhone: '8 800 000-00-06',
    supportEmail: 'privet@troposhag.example',
  },
  slonikum: {
    supplier: 'troposhag',
    name: 'Слоникум',
    picture: 'slonikum',
    www: 'https://slonikum.example',
    supportPhone: '8 800 000-00-07',
    supportEmail: 'hobot@slonikum.example',
  },
  bergamot: {
    supplier: 'chabrets',
    name: 'Нота Бергамот',
    picture: 'nota-bergamot',
    www: 'https://nota-bergamot.example',
    supportPhone: '+7 861 000-00-08',
    supportEmail: 'bonjour@nota-bergamot.example',
  },
  chabrets: {
    supplier: 'chabrets',
    name: 'Дым и чабрец',
    picture: 'dym-i-chabrets',
    www: 'https://dym-i-chabrets.example',
    supportPhone: '+7 861 000-00-09',
    supportEmail: 'chai@dym-i-chabrets.example',
  },
  fikusovich: {
    supplier: 'chabrets',
    name: 'Фикусович',
    picture: 'fikusovich',
    www: 'https://fikusovich.example',
    supportPhone: '+7 861 000-00-10',
    supportEmail: 'list@fikusovich.example',
  },
  belka: {
    supplier: 'belka',
    name: 'Кварцевая Белка',
    picture: 'kvartsevaya-belka',
    www: 'https://kvartsevaya-belka.example',
    supportPhone: '+7 343 000-00-11',
    supportEmail: 'oreh@kvartsevaya-belka.example',
  },
  rosnik: {
    supplier: 'rosnik',
    name: 'Росник',
    picture: 'rosnik',
    www: 'https://rosnik.example',
    supportPhone: '+7 495 000-00-12',
    supportEmail: 'salon@rosnik.example',
    monthlyOrdersLimit: 200,
  },
  motylek: {
    supplier: 'motylek',
    name: 'Мотылёк',
    picture: 'motylek',
    www: 'https://motylek-kino.example',
    supportPhone: '+7 343 000-00-13',
    supportEmail: 'kassa@motylek-kino.example',
  },
  larets: {
    supplier: 'larets',
    name: 'Сорочий ларец',
    picture: 'sorochy-larets',
    www: 'https://sorochy-larets.example',
    supportPhone: '+7 485 000-00-14',
    supportEmail: 'pomogu@sorochy-larets.example',
  },
} satisfies Record<string, DemoBrand>;

export type BrandKey = keyof typeof demoBrands;
