// The senses of Korean words as the Korean page names them; the inventory names them in English.

const KOREAN = {
  가지: { branch: "나뭇가지", eggplant: "채소", kind: "종류" }, 감: { feeling: "느낌", persimmon: "과일" },
  경기: { economy: "경제", match: "시합" }, 고개: { head: "머리", pass: "고갯길" }, 공: { ball: "둥근 공", merit: "공로" },
  굴: { cave: "동굴", oyster: "조개" }, 기사: { article: "신문 기사", driver: "운전기사", knight: "무사" },
  김: { seaweed: "해조류", steam: "수증기" }, 눈: { eye: "신체", snow: "날씨" }, 다리: { bridge: "교량", leg: "신체" },
  말: { horse: "짐승", speech: "언어" }, 바람: { wind: "공기", wish: "소망" }, 밤: { chestnut: "열매", night: "밤중" },
  배: { belly: "신체", pear: "과일", ship: "선박" }, 벌: { bee: "곤충", punishment: "처벌" },
  병: { bottle: "그릇", illness: "질병" }, 사과: { apology: "사죄", apple: "과일" }, 상: { prize: "상장", table: "밥상" },
  수도: { capital: "도시", water: "상수도" }, 시장: { market: "장터", mayor: "시의 장" },
  연기: { acting: "배우", delay: "미룸", smoke: "기체" }, 의사: { doctor: "의료인", intention: "의향" },
  절: { bow: "인사", temple: "사찰" }, 차: { car: "자동차", tea: "음료" },
  초: { candle: "양초", second: "시간", vinegar: "식초" }, 풀: { glue: "접착제", grass: "식물" },
};

/** sense: of corpus.js -> [its name, the language of the name] */
export function senseName(page, { name, short }) {
  const own = page === "ko" ? KOREAN[name.slice(0, name.indexOf("."))]?.[short] : undefined;
  return own ? [own, "ko"] : [short, "en"];
}
