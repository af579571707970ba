"""How the pages call their parts, in each language of the course."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """Words that an author writes and a program looks for, and words that a program writes."""

    # written by authors; `effort` is a pattern
    predict: str = "Predict"
    right: str = "Right:"
    wrong: str = "No:"
    try_it: str = "Try it."
    experiment: str = "Open experiment"
    effort: str = r"Difficulty ([123]) of 3, (\d+) minutes"
    goals: str = "You will be able to"
    can_do: str = "What you can now do"
    limit: str = "One honest limit"
    sources: str = "Sources"
    next: str = "Where next"
    quiz: str = "Quiz"
    words_a_minute: int = 160  # of prose
    # written by the builder
    contents: str = "Contents"
    row_heads: str = "| part | chapter | question | seconds to run |"
    reading: str = "about {} minutes to read"
    running: str = "{} seconds to run on two cores"
    needs: str = "needs {}"
    solutions: str = "solutions"
    solutions_head: str = (
        "# Solutions to {title}\n\n"
        "Try the exercises in [the chapter]({link}) first: what you found yourself, you keep."
    )
    look: str = (
        'Says what is missing. "No module named elmo_lite"? Then open this notebook with '
        "`course.py`."
    )
    task: str = "Exercise"  # what a stub raises, with its number
    # written in the questions for Moodle
    instead: str = (
        "Exercise {number}, {title}. Where our solution has `{old}`, a student writes `{new}`. "
        "What should be said?"
    )
    elsewhere: str = "That is the hint for another mistake: {}."
    # written on slides and pages
    exercise: str = "Exercise {}: {}"
    difficulty: str = "Difficulty {} of 3, {} minutes"
    solution: str = "Solution"
    clock: str = "Minute {} of {}; about {} min for this slide."
    ask_first: str = "Ask first:"
    figure: str = "The figure:"
    live: str = "▶ live: change it in class"
    # written on the lecturer's page and in the README
    the_chapters: str = "The chapters"
    answer: str = "Answer."
    sections: str = "Sections"
    on_the_board: str = "**On the board**, before the figure is shown:"
    wrong_answers: str = "**Expected wrong answers**, and the hint that the check gives for each:"
    to_run_live: str = "**To run live:**"
    for_the_exam: str = "**For the exam:**"
    whole_notebook: str = "the whole notebook: {} s"
    lecturing_table: str = (
        "Minutes to read are those of the text; in class the deck of a chapter takes 30 to 45 "
        "minutes, and the exercises are extra; what follows a plus is a longer build that a "
        "student may do or not. Seconds are measured on two cores; a question "
        "mark means that nobody has measured them yet.\n\n"
        "| | chapter | minutes to read | exercises, minutes | seconds to run | questions |\n"
        "|---|---|---|---|---|---|\n"
    )
    on_this_page: str = "On this page"
    beside: str = "Beside the chapters"
    deck: str = "Slides"
    welcome: str = (
        '<a href="microscope/index.html"><b>Open the microscope</b></a>: a small ELMo that runs in '
        "your browser and shows what each of its layers makes of your sentence."
    )
    readme_table: str = (
        "Each title leads to its chapter: read it here with its figures, or run it in JupyterLab."
        "\n\n| | chapter | its question |\n|---|---|---|\n"
    )

    @property
    def ending(self) -> tuple[str, ...]:
        """The headings at the end of a chapter."""
        return self.can_do, self.limit, self.sources, self.next, self.quiz


ENGLISH = Words()
KOREAN = Words(
    predict="예측",
    right="정답:",
    wrong="오답:",
    try_it="해 보기.",
    experiment="열린 실험",
    effort=r"난이도 3 중 ([123]), (\d+)분",
    goals="이 장을 마치면 할 수 있는 일",
    can_do="이제 할 수 있는 일",
    limit="한 가지 한계",
    sources="출처",
    next="다음으로",
    quiz="퀴즈",
    instead=(
        "연습 {number}, {title}. 우리 풀이의 `{old}` 자리에 한 학생이 `{new}`라고 썼습니다. "
        "뭐라고 말해 주어야 할까요?"
    ),
    elsewhere="다른 실수에 대한 힌트입니다: {}",
    words_a_minute=110,  # eojeol
    contents="차례",
    row_heads="| 부 | 장 | 질문 | 실행 시간(초) |",
    reading="읽는 데 약 {}분",
    running="코어 두 개로 실행하는 데 {}초",
    needs="먼저 볼 장: {}",
    solutions="풀이",
    solutions_head=(
        "# {title} 풀이\n\n"
        "먼저 [본문]({link})에서 연습 문제를 스스로 풀어 보세요. 직접 찾아낸 것은 잊히지 않습니다."
    ),
    look='빠진 것이 있으면 알려 줍니다. "No module named elmo_lite"? 이 노트북을 `course.py`로 여세요.',
    task="연습",
    exercise="연습 {}: {}",
    difficulty="난이도 3 중 {}, {}분",
    solution="풀이",
    clock="{1}분 중 {0}분째, 이 슬라이드에 약 {2}분.",
    ask_first="먼저 묻기:",
    figure="그림:",
    live="▶ 수업 중에 바꿔 보기",
    the_chapters="각 장",
    answer="답.",
    sections="절",
    on_the_board="**칠판에서**, 그림을 보여 주기 전에:",
    wrong_answers="**예상되는 오답**, 그리고 그때마다 채점이 주는 힌트:",
    to_run_live="**수업 중에 돌려 볼 것:**",
    for_the_exam="**시험 문제로:**",
    whole_notebook="노트북 전체: {}초",
    lecturing_table=(
        "읽는 시간은 본문만 센 것입니다. 수업에서는 한 장의 슬라이드에 30분에서 "
        "45분이 걸리고, 연습 문제는 따로입니다. 더하기 뒤의 시간은 해도 되고 안 해도 되는 긴 과제의 "
        "것입니다. 실행 시간은 코어 두 개에서 잰 것이며, "
        "물음표는 아직 재지 않았다는 뜻입니다.\n\n"
        "| | 장 | 읽기(분) | 연습(분) | 실행(초) | 질문 |\n"
        "|---|---|---|---|---|---|\n"
    ),
    on_this_page="이 쪽의 차례",
    beside="함께 읽을 것",
    deck="슬라이드",
    welcome=(
        '<a href="../microscope/index.html?page=ko"><b>현미경 열기</b></a>: 브라우저 안에서 도는 '
        "작은 ELMo가 여러분의 문장을 층마다 어떻게 읽는지 보여 줍니다."
    ),
    readme_table=(
        "제목을 누르면 그 장이 열립니다. 그림까지 여기에서 바로 읽거나, JupyterLab에서 실행해 보세요."
        "\n\n| | 장 | 질문 |\n|---|---|---|\n"
    ),
)
WORDS = {"en": ENGLISH, "ko": KOREAN}
