"""How learning goes on: progress, the best policy so far, and an end when nothing more is learned."""

from collections.abc import Callable
from dataclasses import dataclass, field

from thresher.plan.rl.policies import Policy

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Training:
    """How long to learn."""

    steps: int = 100_000
    """Moves that are made at most (news scheduler, section 5.2)."""
    looks: int = 20
    """How often the policy is tried on the windows kept for that."""
    patience: int = 8
    """Looks without a better one after which it ends."""
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Progress:
    """One look at a policy while it learns."""

    learner: str
    steps: int
    of_steps: int
    mean_reward: float
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.learner}: {self.steps:,} of {self.of_steps:,} steps, mean reward {self.mean_reward:.1f} on windows "
            f"kept for checks, {self.seconds:.0f} s"
        )


@dataclass(slots=True)
class Watch:
    """Keeps the best policy, and says when to stop."""

    training: Training
    tell: Tell
    best: Policy | None = None
    best_reward: float = float("-inf")
    looks: list[Progress] = field(default_factory=list)
    _since: int = 0

    def see(self, progress: Progress, policy: Policy) -> None:
        """Take note of how good a policy is now."""
        self.looks.append(progress)
        self.tell(str(progress))
        if progress.mean_reward > self.best_reward:
            self.best, self.best_reward, self._since = policy, progress.mean_reward, 0
        else:
            self._since += 1

    @property
    def has_stalled(self) -> bool:
        """Whether nothing better came for as many looks as patience lasts."""
        return self._since >= self.training.patience
