"""The learners by name, and what each needs."""

from importlib.util import find_spec

from thresher.model.errors import UsageError
from thresher.plan.rl.light import Light, fit_light
from thresher.plan.rl.net import Net
from thresher.plan.rl.policies import mean_value
from thresher.plan.rl.rewards import Rules, Shape
from thresher.plan.rl.training import Training, Watch
from thresher.plan.rl.windows import Windows

LIGHT = "light"
DEEP = ("ppo", "dqn")
LEARNERS = (*DEEP, LIGHT)
NEEDED = ("gymnasium", "stable_baselines3", "torch")
HOW_TO_INSTALL = "pip install 'thresher[rl]'"


def missing_packages() -> tuple[str, ...]:
    """What PPO and DQN need and is not installed."""
    return tuple(name for name in NEEDED if find_spec(name) is None)


def can_learn(name: str, shape: Shape) -> bool:
    """Table 5.3 has no DQN for sparse plans."""
    return name != "dqn" or shape is Shape.CONTINUOUS


def check_learner(name: str) -> None:
    """Say what is wrong with it before minutes of work."""
    if name not in LEARNERS:
        raise UsageError(f"There is no learner {name!r}.", f"Choose from {', '.join(LEARNERS)}.")
    if name in DEEP and (missing := missing_packages()):
        raise UsageError(f"The learner {name!r} needs {', '.join(missing)}, which is not installed.", HOW_TO_INSTALL)


def fit(name: str, learn: Windows, check: Windows, rules: Rules, training: Training, watch: Watch) -> Light | Net:
    """Learn a policy; `check` has windows that are not learned from, to choose the best one by."""
    check_learner(name)
    if not can_learn(name, rules.shape):
        raise UsageError(f"{name} does not make {rules.shape} plans.", "Use ppo or light.")
    if not len(learn):
        raise UsageError("There are no windows to learn from.", "A series needs two weeks of hours, and better months.")
    check = check if len(check) else learn
    if name == LIGHT:
        policy = fit_light(learn, rules)
        watch.best, watch.best_reward = policy, mean_value(policy, check, rules)
        return policy
    from thresher.plan.rl.deep import fit_deep  # torch takes seconds to load

    return fit_deep(name, learn, check, rules, training, watch)
